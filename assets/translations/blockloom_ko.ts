<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko_KR" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Add {0}</source>
        <translation>{0} 추가</translation>
    </message>
    <message>
        <source>Wire {0} to {1}</source>
        <translation>{0}에서 {1}(으)로 연결</translation>
    </message>
    <message>
        <source>Copying…</source>
        <translation>복사 중…</translation>
    </message>
    <message>
        <source>Pasting…</source>
        <translation>붙여넣는 중…</translation>
    </message>
    <message>
        <source>Paste {0}</source>
        <translation>{0} 붙여넣기</translation>
    </message>
    <message>
        <source>Paste {0} items</source>
        <translation>항목 {0}개 붙여넣기</translation>
    </message>
    <message>
        <source>Cut {0}</source>
        <translation>{0} 잘라내기</translation>
    </message>
    <message>
        <source>Cut {0} items</source>
        <translation>항목 {0}개 잘라내기</translation>
    </message>
    <message>
        <source>Duplicate {0}</source>
        <translation>{0} 복제</translation>
    </message>
    <message>
        <source>Duplicate {0} items</source>
        <translation>항목 {0}개 복제</translation>
    </message>
    <message>
        <source>Delete {0}</source>
        <translation>{0} 삭제</translation>
    </message>
    <message>
        <source>Delete {0} items</source>
        <translation>항목 {0}개 삭제</translation>
    </message>
    <message>
        <source>Mute {0}</source>
        <translation>{0} 끄기</translation>
    </message>
    <message>
        <source>Mute {0} blocks</source>
        <translation>블록 {0}개 끄기</translation>
    </message>
    <message>
        <source>Bypass {0}</source>
        <translation>{0} 건너뛰기</translation>
    </message>
    <message>
        <source>Bypass {0} blocks</source>
        <translation>블록 {0}개 건너뛰기</translation>
    </message>
    <message>
        <source>Put {0} back in</source>
        <translation>{0} 다시 넣기</translation>
    </message>
    <message>
        <source>Put {0} blocks back in</source>
        <translation>블록 {0}개 다시 넣기</translation>
    </message>
    <message>
        <source>Frame {0}</source>
        <translation>{0}에 프레임 두르기</translation>
    </message>
    <message>
        <source>Frame {0} items</source>
        <translation>항목 {0}개에 프레임 두르기</translation>
    </message>
    <message>
        <source>Move {0}</source>
        <translation>{0} 이동</translation>
    </message>
    <message>
        <source>Move {0} items</source>
        <translation>항목 {0}개 이동</translation>
    </message>
    <message>
        <source>As a block</source>
        <translation>블록으로 쓸 때</translation>
    </message>
    <message>
        <source>+ Arg</source>
        <translation>+ Arg</translation>
    </message>
    <message>
        <source>Add an input, which instances of this page have as a pin</source>
        <translation>이 페이지로 만든 블록의 입력</translation>
    </message>
    <message>
        <source>+ Retval</source>
        <translation>+ Retval</translation>
    </message>
    <message>
        <source>Add an output, which instances of this page have as a pin</source>
        <translation>이 페이지로 만든 블록의 출력</translation>
    </message>
    <message>
        <source>+ Parameter</source>
        <translation>+ Parameter</translation>
    </message>
    <message>
        <source>Add a parameter, which each instance of this page sets</source>
        <translation>이 페이지로 만든 블록마다 입력하는 것</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>위로</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>아래로</translation>
    </message>
    <message>
        <source>Move up among the pins of its kind (Alt+Up)</source>
        <translation>같은 종류의 핀 가운데 위로 옮깁니다 (Alt+Up)</translation>
    </message>
    <message>
        <source>Move down among the pins of its kind (Alt+Down)</source>
        <translation>같은 종류의 핀 가운데 아래로 옮깁니다 (Alt+Down)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Remove it here and from all instances of this page (Del)</source>
        <translation>여기와 이 페이지로 만든 모든 블록에서 (Del)</translation>
    </message>
    <message>
        <source>Set {0}</source>
        <translation>{0} 설정</translation>
    </message>
    <message>
        <source>Inputs, outputs and parameters of the page</source>
        <translation>페이지가 받고 내보내는 것</translation>
    </message>
    <message>
        <source>name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>type</source>
        <translation>유형</translation>
    </message>
    <message>
        <source>default</source>
        <translation>기본값</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>단위</translation>
    </message>
    <message>
        <source>label</source>
        <translation>설명</translation>
    </message>
    <message>
        <source>Args</source>
        <translation>Args</translation>
    </message>
    <message>
        <source>Retvals</source>
        <translation>Retvals</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameters</translation>
    </message>
    <message>
        <source>Align {0} items</source>
        <translation>항목 {0}개 정렬</translation>
    </message>
    <message>
        <source>Space {0} items</source>
        <translation>항목 {0}개 간격 맞추기</translation>
    </message>
    <message>
        <source>Straighten {0} wires</source>
        <translation>와이어 {0}개 곧게 펴기</translation>
    </message>
    <message>
        <source>Snap {0} items</source>
        <translation>항목 {0}개 격자에 맞추기</translation>
    </message>
    <message>
        <source>Duplicating…</source>
        <translation>복제 중…</translation>
    </message>
    <message>
        <source>Rename {0} to {1}</source>
        <translation>{0} 이름을 {1}(으)로 바꾸기</translation>
    </message>
    <message>
        <source>Set the device of {0}</source>
        <translation>{0}의 장치 설정</translation>
    </message>
    <message>
        <source>Set the title of {0}</source>
        <translation>{0}의 제목 설정</translation>
    </message>
    <message>
        <source>Write {0}</source>
        <translation>{0} 쓰기</translation>
    </message>
    <message>
        <source>Take {0} out</source>
        <translation>{0} 프레임에서 꺼내기</translation>
    </message>
    <message>
        <source>Take {0} items out</source>
        <translation>항목 {0}개 프레임에서 꺼내기</translation>
    </message>
    <message>
        <source>Collapse {0}</source>
        <translation>{0} 접기</translation>
    </message>
    <message>
        <source>Collapse {0} frames</source>
        <translation>프레임 {0}개 접기</translation>
    </message>
    <message>
        <source>Expand {0}</source>
        <translation>{0} 펼치기</translation>
    </message>
    <message>
        <source>Expand {0} frames</source>
        <translation>프레임 {0}개 펼치기</translation>
    </message>
    <message>
        <source>Resize {0}</source>
        <translation>{0} 크기 변경</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>값 없음</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>실행 안 됨</translation>
    </message>
    <message>
        <source>unknown dtype</source>
        <translation>알 수 없는 dtype</translation>
    </message>
    <message>
        <source>{0}, unknown shape</source>
        <translation>{0}, 알 수 없는 shape</translation>
    </message>
    <message>
        <source>Insert a block…</source>
        <translation>블록 끼워 넣기…</translation>
    </message>
    <message>
        <source>Insert {0}</source>
        <translation>{0} 끼워 넣기</translation>
    </message>
    <message>
        <source>Type the value of {0} into {1}</source>
        <translation>{0}의 값을 {1}에 적기</translation>
    </message>
    <message>
        <source>Route automatically</source>
        <translation>자동 경로</translation>
    </message>
    <message>
        <source>Order {0}</source>
        <translation>{0} 순서 변경</translation>
    </message>
    <message>
        <source>Move up in {0}</source>
        <translation>{0}에서 앞으로</translation>
    </message>
    <message>
        <source>Move down in {0}</source>
        <translation>{0}에서 뒤로</translation>
    </message>
    <message>
        <source>Go to {0}</source>
        <translation>{0}(으)로 이동</translation>
    </message>
    <message>
        <source>Value of {0}</source>
        <translation>{0}의 값</translation>
    </message>
    <message>
        <source>Type a value for {0}</source>
        <translation>{0}의 값 입력</translation>
    </message>
    <message>
        <source>Clear the value of {0}</source>
        <translation>{0}의 값 지우기</translation>
    </message>
    <message>
        <source>Clear {0}</source>
        <translation>{0} 지우기</translation>
    </message>
    <message>
        <source>Replace by a Const block</source>
        <translation>Const 블록으로 만들기</translation>
    </message>
    <message>
        <source>Initialise now</source>
        <translation>지금 초기화</translation>
    </message>
    <message>
        <source>Initialise {0} variables now</source>
        <translation>변수 {0}개 지금 초기화</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>이름 바꾸기…</translation>
    </message>
    <message>
        <source>Edit the text</source>
        <translation>텍스트 편집</translation>
    </message>
    <message>
        <source>Import the value of {0}…</source>
        <translation>{0}의 값 가져오기…</translation>
    </message>
    <message>
        <source>Export the value of {0}…</source>
        <translation>{0}의 값 내보내기…</translation>
    </message>
    <message>
        <source>New page for {0}</source>
        <translation>{0}에 쓸 새 페이지</translation>
    </message>
    <message>
        <source>Replace by a parameter</source>
        <translation>매개변수로 만들기</translation>
    </message>
    <message>
        <source>Slider…</source>
        <translation>슬라이더…</translation>
    </message>
    <message>
        <source>Remove slider</source>
        <translation>슬라이더 없애기</translation>
    </message>
    <message>
        <source>Create the pages of its functions</source>
        <translation>함수의 페이지 만들기</translation>
    </message>
    <message>
        <source>Why is {0} not finite?</source>
        <translation>{0}이(가) 왜 유한하지 않습니까?</translation>
    </message>
    <message>
        <source>Edit the title</source>
        <translation>제목 편집</translation>
    </message>
    <message>
        <source>Edit the device</source>
        <translation>장치 편집</translation>
    </message>
    <message>
        <source>Add a block…</source>
        <translation>블록 추가…</translation>
    </message>
    <message>
        <source>Make a block</source>
        <translation>블록 만들기</translation>
    </message>
    <message>
        <source>Name of its page:</source>
        <translation>페이지 이름:</translation>
    </message>
    <message>
        <source>Change batch size</source>
        <translation>배치 크기 바꾸기</translation>
    </message>
    <message>
        <source>Size of the batch, ? for any:</source>
        <translation>배치 크기, 아무 크기나 받으려면 ?:</translation>
    </message>
    <message>
        <source>Another element…</source>
        <translation>다른 요소…</translation>
    </message>
    <message>
        <source>Element of {0}</source>
        <translation>{0}의 요소</translation>
    </message>
    <message>
        <source>Index, counted from 0</source>
        <translation>0부터 세는 번호</translation>
    </message>
    <message>
        <source>Cut {0} wires</source>
        <translation>와이어 {0}개 자르기</translation>
    </message>
    <message>
        <source>Route {0}</source>
        <translation>{0} 경로 변경</translation>
    </message>
    <message>
        <source>control port</source>
        <translation>제어 포트</translation>
    </message>
    <message>
        <source>Drag it to a block that runs before this one.</source>
        <translation>다른 블록으로 끌면 그 블록이 이 블록보다 먼저 실행됩니다.</translation>
    </message>
    <message>
        <source>Click for fixes.</source>
        <translation>클릭하면 해결책을 봅니다.</translation>
    </message>
    <message>
        <source>Drag it to a block that runs after this one.</source>
        <translation>다른 블록으로 끌면 그 블록이 이 블록 다음에 실행됩니다.</translation>
    </message>
    <message>
        <source>Drag it to run_outputs of a Session to run this block without fetching its outputs.</source>
        <translation>Session의 run_outputs로 끌면 세션이 이 블록을 실행하며, 아무 값도 가져오지 않습니다.</translation>
    </message>
    <message>
        <source>Runs by the CPU reference, as ordinary ops, because this machine has no TPU.</source>
        <translation>CPU 기준 구현으로 실행: TPU가 없어 일반 op으로 변환됩니다.</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>외 {0}개</translation>
    </message>
    <message>
        <source>Click to show each pin.</source>
        <translation>클릭하면 핀을 하나씩 보입니다.</translation>
    </message>
    <message>
        <source>Only in this instance.</source>
        <translation>이 인스턴스에서만.</translation>
    </message>
    <message>
        <source>Breakpoint: runs pause before this block.</source>
        <translation>실행이 이 앞에서 일시 중지됩니다.</translation>
    </message>
    <message>
        <source>Breakpoint: runs pause before {0} inside this block.</source>
        <translation>이 안의 {0} 앞에서 실행이 멈춥니다.</translation>
    </message>
    <message>
        <source>Conditional breakpoint: runs pause if {0}.</source>
        <translation>{0}이(가) 참인 곳에서 실행이 일시 중지됩니다.</translation>
    </message>
    <message>
        <source>Muted: the page runs without it.</source>
        <translation>꺼짐: 페이지가 이 블록 없이 실행됩니다.</translation>
    </message>
    <message>
        <source>Bypassed: its output is its input.</source>
        <translation>건너뜀: 입력을 그대로 출력으로 넘깁니다.</translation>
    </message>
    <message>
        <source>{0}: because of the problem here</source>
        <translation>{0}: 여기 있는 문제 때문에</translation>
    </message>
    <message>
        <source>{0}: because of the problem at {1}</source>
        <translation>{0}: {1}에 있는 문제 때문에</translation>
    </message>
    <message>
        <source>Left out: a block that it needs is muted.</source>
        <translation>빠짐: 필요한 블록이 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>Not reached: the step failed earlier.</source>
        <translation>도달하지 않음: 그 전에 단계가 실패했습니다.</translation>
    </message>
    <message>
        <source>Not run: only pinned outputs depend on it.</source>
        <translation>실행되지 않음: 그 결과가 하류에서 고정되어 있습니다.</translation>
    </message>
    <message>
        <source>No other attributes.</source>
        <translation>다른 속성이 없습니다.</translation>
    </message>
    <message>
        <source>The page of the block. This pin is never wired.</source>
        <translation>페이지입니다. 연결하지 않습니다.</translation>
    </message>
    <message>
        <source>This type of block has no such pin.</source>
        <translation>이 블록 유형에는 이런 핀이 없습니다.</translation>
    </message>
    <message>
        <source>default: {0}</source>
        <translation>기본값: {0}</translation>
    </message>
    <message>
        <source>Click to find the origin of the non-finite value.</source>
        <translation>클릭하면 유한하지 않은 값의 근원을 찾습니다.</translation>
    </message>
    <message>
        <source>input in the failed step: {0}</source>
        <translation>실패한 단계에서 받은 값: {0}</translation>
    </message>
    <message>
        <source>from {0}</source>
        <translation>{0}에서</translation>
    </message>
    <message>
        <source>, optional</source>
        <translation>, 선택 사항</translation>
    </message>
    <message>
        <source>{0}: because it depends on values</source>
        <translation>{0}: 값에 따라 달라지기 때문에</translation>
    </message>
    <message>
        <source>{0}: because of {1}, where it depends on values</source>
        <translation>{0}: 값에 따라 달라지는 {1} 때문에</translation>
    </message>
    <message>
        <source>{0} runs after {1}</source>
        <translation>{0}은(는) {1} 다음에 실행됩니다</translation>
    </message>
    <message>
        <source>set after step {0}</source>
        <translation>{0}단계 다음에 주어진 값입니다</translation>
    </message>
    <message>
        <source>gradient of the loss: {0}</source>
        <translation>손실의 그래디언트: {0}</translation>
    </message>
    <message>
        <source>gradient of the loss, over all calls: {0}</source>
        <translation>모든 호출에 걸친 손실의 그래디언트: {0}</translation>
    </message>
    <message>
        <source>its root mean square: {0}</source>
        <translation>제곱평균제곱근: {0}</translation>
    </message>
    <message>
        <source>Out of date: this block, or a block upstream of it, was edited since the run.</source>
        <translation>페이지보다 오래되었습니다. 실행한 뒤에 이 블록이나 이 블록이 의존하는 것을 편집했습니다.</translation>
    </message>
    <message>
        <source>a block cannot feed itself</source>
        <translation>블록은 자기 자신에 연결할 수 없습니다</translation>
    </message>
    <message>
        <source>a control wire goes from block to block, not to a pin</source>
        <translation>제어 와이어는 핀이 아니라 블록끼리 잇습니다</translation>
    </message>
    <message>
        <source>{0} already waits for {1}</source>
        <translation>{0}은(는) 이미 {1}을(를) 기다립니다</translation>
    </message>
    <message>
        <source>{0} has no such pin</source>
        <translation>{0}에 그런 핀이 없습니다</translation>
    </message>
    <message>
        <source>{0} gives {1}, but {2} takes {3}</source>
        <translation>{0}의 출력은 {1}인데 {2}은(는) {3}을(를) 받습니다</translation>
    </message>
    <message>
        <source>{0} takes {1}, not {2}</source>
        <translation>{0}은(는) {1}을(를) 받으며 {2}은(는) 받지 않습니다</translation>
    </message>
    <message>
        <source>connect an output to an input</source>
        <translation>출력은 입력에 연결합니다</translation>
    </message>
    <message>
        <source>connect an input to an output</source>
        <translation>입력은 출력에 연결합니다</translation>
    </message>
    <message>
        <source>{0} and {1} fit</source>
        <translation>{0}와(과) {1}은(는) 연결할 수 있습니다</translation>
    </message>
    <message>
        <source>{0} accepts no wire</source>
        <translation>{0}은(는) 와이어를 받지 않습니다</translation>
    </message>
    <message>
        <source>Detach {0}</source>
        <translation>{0} 떼어 내기</translation>
    </message>
    <message>
        <source>Detach {0} blocks</source>
        <translation>블록 {0}개 떼어 내기</translation>
    </message>
    <message>
        <source>No output of {0} fits a free input of {1}</source>
        <translation>{0}의 출력 중 {1}의 빈 입력에 맞는 것이 없습니다</translation>
    </message>
    <message>
        <source>{0} is a list: wire its elements one by one</source>
        <translation>{0}은(는) 목록입니다. 요소를 하나씩 연결하세요</translation>
    </message>
    <message>
        <source>Not wired: {0}</source>
        <translation>연결 안 됨: {0}</translation>
    </message>
    <message>
        <source>Move {0} wires</source>
        <translation>와이어 {0}개 옮기기</translation>
    </message>
    <message>
        <source>Unwire {0}</source>
        <translation>{0} 연결 해제</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>편집(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>보기(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Page</source>
        <translation>페이지(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>실행(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>도움말(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Arrange</source>
        <translation>배치(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Wires</source>
        <translation>와이어(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>새로 만들기(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>열기(&amp;O)…</translation>
    </message>
    <message>
        <source>New &amp;Window</source>
        <translation>새 창(&amp;W)</translation>
    </message>
    <message>
        <source>Open another window, for another document</source>
        <translation>이 창 옆에 다른 문서를 위한 창을 하나 더</translation>
    </message>
    <message>
        <source>&amp;Import Pages…</source>
        <translation>페이지 가져오기(&amp;I)…</translation>
    </message>
    <message>
        <source>Add the pages of another file to this document</source>
        <translation>다른 파일의 페이지를 이 문서에 더합니다</translation>
    </message>
    <message>
        <source>Start Pa&amp;ge</source>
        <translation>시작 페이지(&amp;G)</translation>
    </message>
    <message>
        <source>Recent documents and examples</source>
        <translation>최근 문서와 예제</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>저장(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>다른 이름으로 저장(&amp;A)…</translation>
    </message>
    <message>
        <source>Cop&amp;y as Picture</source>
        <translation>그림으로 복사(&amp;Y)</translation>
    </message>
    <message>
        <source>Copy a picture of the selected blocks, or of the current page, to the clipboard</source>
        <translation>선택한 블록이나 앞에 있는 페이지를 클립보드에</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>인쇄(&amp;P)…</translation>
    </message>
    <message>
        <source>Map &amp;Windows Folders…</source>
        <translation>Windows 폴더 지정(&amp;W)…</translation>
    </message>
    <message>
        <source>Choose the folders on this machine for the Windows folders that enuSpace pages name</source>
        <translation>enuSpace 페이지가 가리키는 Windows 폴더가 이 컴퓨터의 어디에 있는지 지정합니다</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>끝내기(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>실행 취소(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>다시 실행(&amp;R)</translation>
    </message>
    <message>
        <source>Undo &amp;History…</source>
        <translation>실행 취소 기록(&amp;H)…</translation>
    </message>
    <message>
        <source>Cu&amp;t</source>
        <translation>잘라내기(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>복사(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>붙여넣기(&amp;P)</translation>
    </message>
    <message>
        <source>Paste with &amp;Incoming Wires</source>
        <translation>들어오는 와이어와 함께 붙여넣기(&amp;I)</translation>
    </message>
    <message>
        <source>D&amp;uplicate</source>
        <translation>복제(&amp;U)</translation>
    </message>
    <message>
        <source>Duplicate &amp;with Incoming Wires</source>
        <translation>들어오는 와이어와 함께 복제(&amp;W)</translation>
    </message>
    <message>
        <source>Add a block to the right of the selected one, wired to its first output</source>
        <translation>그 오른쪽에, 첫 출력에 연결하여</translation>
    </message>
    <message>
        <source>Sa&amp;ve as Snippet…</source>
        <translation>조각으로 저장(&amp;V)…</translation>
    </message>
    <message>
        <source>Save the selected blocks under a name, for use on any page</source>
        <translation>선택한 블록을 이름을 붙여 두었다가 어느 페이지에나 씁니다</translation>
    </message>
    <message>
        <source>Insert blocks that were saved as a snippet</source>
        <translation>이름을 붙여 둔 블록들</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>삭제(&amp;D)</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>모두 선택(&amp;A)</translation>
    </message>
    <message>
        <source>Select All &amp;of the Same Type</source>
        <translation>같은 유형 모두 선택(&amp;O)</translation>
    </message>
    <message>
        <source>Add &amp;Block…</source>
        <translation>블록 추가(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Select</source>
        <translation>선택(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Debug</source>
        <translation>디버그(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>모델(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Data from…</source>
        <translation>데이터 불러오기(&amp;D)…</translation>
    </message>
    <message>
        <source>Add blocks that read batches from a table (.csv), an array (.npy) or a folder of pictures, and a model to train</source>
        <translation>표(.csv), 배열(.npy) 또는 그림 폴더를 배치를 주는 블록으로, 그리고 거기서 배우는 모델로</translation>
    </message>
    <message>
        <source>Export &amp;Model…</source>
        <translation>모델 내보내기(&amp;M)…</translation>
    </message>
    <message>
        <source>Export P&amp;ython Script…</source>
        <translation>P&amp;ython 스크립트로 내보내기…</translation>
    </message>
    <message>
        <source>&amp;History of This File…</source>
        <translation>이 파일의 기록(&amp;H)…</translation>
    </message>
    <message>
        <source>Choose a block type in the palette</source>
        <translation>팔레트에서 블록 유형 고르기</translation>
    </message>
    <message>
        <source>Add &amp;Note</source>
        <translation>메모 추가(&amp;N)</translation>
    </message>
    <message>
        <source>Add a text to the page, such as a comment or a heading</source>
        <translation>페이지에 놓는 글: 설명이나 제목</translation>
    </message>
    <message>
        <source>&amp;Find Block…</source>
        <translation>블록 찾기(&amp;F)…</translation>
    </message>
    <message>
        <source>Find Ne&amp;xt</source>
        <translation>다음 찾기(&amp;X)</translation>
    </message>
    <message>
        <source>Find Previous</source>
        <translation>이전 찾기</translation>
    </message>
    <message>
        <source>Prefere&amp;nces…</source>
        <translation>환경설정(&amp;N)…</translation>
    </message>
    <message>
        <source>Theme, text size, language, keys</source>
        <translation>테마, 글자 크기, 언어, 단축키</translation>
    </message>
    <message>
        <source>Show the whole page</source>
        <translation>페이지 전체 보기</translation>
    </message>
    <message>
        <source>Show the selection as large as it fits</source>
        <translation>선택한 것을 들어맞는 만큼 크게 보입니다</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>확대(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>축소(&amp;O)</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100%</translation>
    </message>
    <message>
        <source>Bookmark This &amp;View</source>
        <translation>이 보기를 책갈피에 추가(&amp;V)</translation>
    </message>
    <message>
        <source>Hide all panels, or bring them back</source>
        <translation>모든 패널을 숨기거나 다시 보입니다</translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation>전체 화면(&amp;F)</translation>
    </message>
    <message>
        <source>Go to &amp;Page</source>
        <translation>페이지로 이동(&amp;P)</translation>
    </message>
    <message>
        <source>Go to P&amp;roblems</source>
        <translation>문제로 이동(&amp;R)</translation>
    </message>
    <message>
        <source>Next Pro&amp;blem</source>
        <translation>다음 문제(&amp;B)</translation>
    </message>
    <message>
        <source>Pre&amp;vious Problem</source>
        <translation>이전 문제(&amp;V)</translation>
    </message>
    <message>
        <source>Go to &amp;Changes</source>
        <translation>차이로 이동(&amp;C)</translation>
    </message>
    <message>
        <source>Show the differences from the document that this one is compared with</source>
        <translation>비교 대상 문서와 다른 것의 목록</translation>
    </message>
    <message>
        <source>Next Chan&amp;ge</source>
        <translation>다음 차이(&amp;G)</translation>
    </message>
    <message>
        <source>Previous Change</source>
        <translation>이전 차이</translation>
    </message>
    <message>
        <source>Go to &amp;Outline</source>
        <translation>개요로 이동(&amp;O)</translation>
    </message>
    <message>
        <source>a run is in progress: stop it first</source>
        <translation>실행 중입니다. 먼저 중지하세요</translation>
    </message>
    <message>
        <source>the latest step is shown</source>
        <translation>최신 단계를 보고 있습니다</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>내보내기(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Versions</source>
        <translation>버전(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Add</source>
        <translation>추가(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>찾기(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>확대/축소(&amp;Z)</translation>
    </message>
    <message>
        <source>&amp;Go To</source>
        <translation>이동(&amp;G)</translation>
    </message>
    <message>
        <source>A&amp;lign</source>
        <translation>맞춤(&amp;L)</translation>
    </message>
    <message>
        <source>Run Sta&amp;te</source>
        <translation>실행 상태(&amp;T)</translation>
    </message>
    <message>
        <source>Sa&amp;ved Runs</source>
        <translation>저장한 실행(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Overlays</source>
        <translation>오버레이(&amp;O)</translation>
    </message>
    <message>
        <source>Export P&amp;icture…</source>
        <translation>그림 내보내기(&amp;I)…</translation>
    </message>
    <message>
        <source>Export the current page as a PNG, SVG or PDF picture</source>
        <translation>앞에 있는 페이지를 PNG, SVG, PDF 그림으로 내보냅니다</translation>
    </message>
    <message>
        <source>Export the signatures of the document as a SavedModel, variables as a checkpoint or weights, or the graph</source>
        <translation>문서의 시그니처를 SavedModel로, 변수를 체크포인트나 가중치로, 또는 그래프를 내보냅니다</translation>
    </message>
    <message>
        <source>Export the current page as a Python script that uses only TensorFlow</source>
        <translation>앞에 있는 페이지를 TensorFlow만 쓰는 Python 스크립트로 내보냅니다</translation>
    </message>
    <message>
        <source>&amp;Compare…</source>
        <translation>비교(&amp;C)…</translation>
    </message>
    <message>
        <source>Compare the document with a file, a commit or its saved version, and take over changes</source>
        <translation>문서를 파일, 커밋 또는 저장된 버전과 비교하고 변경을 가져옵니다</translation>
    </message>
    <message>
        <source>&amp;Merge…</source>
        <translation>병합(&amp;M)…</translation>
    </message>
    <message>
        <source>Merge another version of the document into this one</source>
        <translation>문서의 다른 버전을 이 문서에 병합합니다</translation>
    </message>
    <message>
        <source>List the commits of the document in git</source>
        <translation>git에 있는 문서의 커밋을 나열합니다</translation>
    </message>
    <message>
        <source>&amp;Recover Unsaved Changes…</source>
        <translation>저장하지 않은 변경 복구(&amp;R)…</translation>
    </message>
    <message>
        <source>Recover changes from the journal of a window that ended unexpectedly</source>
        <translation>예기치 않게 끝난 창의 복구 기록에서 변경을 복구합니다</translation>
    </message>
    <message>
        <source>List the undo entries and go back to any of them</source>
        <translation>실행 취소 항목을 나열하고, 그중 어디로든 돌아갑니다</translation>
    </message>
    <message>
        <source>Paste, and wire the copies to the sources of the originals</source>
        <translation>붙여넣고, 사본을 원본의 출처에 연결합니다</translation>
    </message>
    <message>
        <source>Add Block &amp;after the Selected…</source>
        <translation>선택한 블록 뒤에 블록 추가(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Insert Snippet…</source>
        <translation>조각 넣기(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Mute</source>
        <translation>끄기(&amp;M)</translation>
    </message>
    <message>
        <source>Run the page without the selected blocks, and without the blocks that need them</source>
        <translation>선택한 블록과, 그 블록이 필요한 블록을 빼고 페이지를 실행합니다</translation>
    </message>
    <message>
        <source>B&amp;ypass</source>
        <translation>건너뛰기(&amp;Y)</translation>
    </message>
    <message>
        <source>Pass inputs of the selected blocks on to their outputs of the same type</source>
        <translation>선택한 블록의 입력을 같은 유형의 출력으로 그대로 넘깁니다</translation>
    </message>
    <message>
        <source>&amp;Quick Fix…</source>
        <translation>빠른 해결(&amp;Q)…</translation>
    </message>
    <message>
        <source>Show the problem of the selected block, or the next problem, and how to fix it</source>
        <translation>선택한 블록의 문제, 또는 다음 문제와 그 해결 방법을 보입니다</translation>
    </message>
    <message>
        <source>Select &amp;Inputs</source>
        <translation>입력 블록 선택(&amp;I)</translation>
    </message>
    <message>
        <source>Add the blocks that feed the selected blocks</source>
        <translation>선택한 블록에 값을 보내는 블록을 더합니다</translation>
    </message>
    <message>
        <source>Select &amp;Consumers</source>
        <translation>받는 블록 선택(&amp;C)</translation>
    </message>
    <message>
        <source>Add the blocks that the selected blocks feed</source>
        <translation>선택한 블록에서 값을 받는 블록을 더합니다</translation>
    </message>
    <message>
        <source>Select All &amp;Upstream</source>
        <translation>상류 모두 선택(&amp;U)</translation>
    </message>
    <message>
        <source>Select All &amp;Downstream</source>
        <translation>하류 모두 선택(&amp;D)</translation>
    </message>
    <message>
        <source>Select All &amp;Connected</source>
        <translation>연결된 블록 모두 선택(&amp;C)</translation>
    </message>
    <message>
        <source>Select &amp;Paths Between</source>
        <translation>사이의 경로 선택(&amp;P)</translation>
    </message>
    <message>
        <source>Select all blocks on the paths from one selected block to another</source>
        <translation>선택한 블록에서 다른 선택한 블록까지의 경로에 있는 블록을 모두 선택합니다</translation>
    </message>
    <message>
        <source>Select S&amp;cope</source>
        <translation>스코프 선택(&amp;C)</translation>
    </message>
    <message>
        <source>Select the blocks of the same scope; again for the scope around it</source>
        <translation>같은 스코프의 블록을 선택합니다. 한 번 더 누르면 그 바깥 스코프의 블록</translation>
    </message>
    <message>
        <source>&amp;Fit Page</source>
        <translation>페이지에 맞추기(&amp;F)</translation>
    </message>
    <message>
        <source>Fit &amp;Selection</source>
        <translation>선택에 맞추기(&amp;S)</translation>
    </message>
    <message>
        <source>Bookmark the visible part of the page; press its digit to come back</source>
        <translation>페이지에서 지금 보이는 부분을 책갈피로 지정합니다. 그 숫자를 누르면 돌아옵니다</translation>
    </message>
    <message>
        <source>Go to &amp;Inspector</source>
        <translation>속성 창으로 이동(&amp;I)</translation>
    </message>
    <message>
        <source>Show pages, blocks, pins and wires as a tree</source>
        <translation>페이지, 블록, 핀, 와이어를 트리로 보기</translation>
    </message>
    <message>
        <source>Go to &amp;Messages</source>
        <translation>메시지로 이동(&amp;M)</translation>
    </message>
    <message>
        <source>Ne&amp;xt Panel</source>
        <translation>다음 패널(&amp;X)</translation>
    </message>
    <message>
        <source>Move the focus to the next panel</source>
        <translation>포커스를 다음 패널로 옮깁니다</translation>
    </message>
    <message>
        <source>Pre&amp;vious Panel</source>
        <translation>이전 패널(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;View Result…</source>
        <translation>결과 보기(&amp;V)…</translation>
    </message>
    <message>
        <source>Show the result of the selected block as a table, plots or an image</source>
        <translation>선택한 블록의 결과를 표, 그래프, 이미지로 보기</translation>
    </message>
    <message>
        <source>Preview &amp;Data…</source>
        <translation>데이터 미리 보기(&amp;D)…</translation>
    </message>
    <message>
        <source>Preview the first elements of the selected dataset or iterator, without a run</source>
        <translation>선택한 데이터셋이나 이터레이터의 첫 요소들을 실행하지 않고 미리 봅니다</translation>
    </message>
    <message>
        <source>Show the result of the selected block on the page: a table, a plot or an image</source>
        <translation>선택한 블록의 결과를 페이지에 표, 그래프, 이미지로 보입니다</translation>
    </message>
    <message>
        <source>&amp;Map</source>
        <translation>지도(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Timeline</source>
        <translation>타임라인(&amp;T)</translation>
    </message>
    <message>
        <source>Show the steps of the run under the page; drag to see values of past steps</source>
        <translation>페이지 아래에 실행의 단계를 보입니다. 끌면 지난 단계의 값을 봅니다</translation>
    </message>
    <message>
        <source>&amp;Frame Selection</source>
        <translation>선택 항목에 프레임 두르기(&amp;F)</translation>
    </message>
    <message>
        <source>Take &amp;out of Frame</source>
        <translation>프레임에서 꺼내기(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Group into Page…</source>
        <translation>페이지로 묶기(&amp;G)…</translation>
    </message>
    <message>
        <source>Move the selected blocks to a new page, and put an instance in their place</source>
        <translation>선택한 블록을 새 페이지로 옮기고 그 자리에 인스턴스를 둡니다</translation>
    </message>
    <message>
        <source>&amp;Ungroup</source>
        <translation>묶음 풀기(&amp;U)</translation>
    </message>
    <message>
        <source>Replace an instance by the blocks of its page</source>
        <translation>인스턴스를 그 페이지의 블록으로 바꿉니다</translation>
    </message>
    <message>
        <source>Copy to Separate &amp;Page</source>
        <translation>전용 페이지로 복사(&amp;P)</translation>
    </message>
    <message>
        <source>Copy the page of the selected instance, so that you can edit it without changing other instances</source>
        <translation>선택한 인스턴스의 페이지를 복사해, 다른 인스턴스를 바꾸지 않고 편집할 수 있게 합니다</translation>
    </message>
    <message>
        <source>&amp;Snap to Grid</source>
        <translation>격자에 맞추기(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Extract Values to Const Blocks</source>
        <translation>값을 Const 블록으로 꺼내기(&amp;E)</translation>
    </message>
    <message>
        <source>Replace each typed value of the selected blocks by a Const block that is wired to the input</source>
        <translation>선택한 블록에 입력한 값마다, 그 입력에 연결된 Const 블록으로 바꿉니다</translation>
    </message>
    <message>
        <source>&amp;Inline Values of Const Blocks</source>
        <translation>Const 블록의 값을 입력으로 적기(&amp;I)</translation>
    </message>
    <message>
        <source>Type the values of Const blocks into the inputs that they feed, and remove the blocks</source>
        <translation>Const 블록의 값을 그 블록이 연결된 입력에 적고 블록을 없앱니다</translation>
    </message>
    <message>
        <source>Add a loss, an optimizer, labels and a session after the selected block</source>
        <translation>선택한 블록 뒤에 손실, 옵티마이저, 레이블, 세션을 추가합니다</translation>
    </message>
    <message>
        <source>Add metrics, a Validation block and a chart for the session of the page</source>
        <translation>페이지의 세션에 지표, Validation 블록, 차트를 추가합니다</translation>
    </message>
    <message>
        <source>T&amp;rainable</source>
        <translation>학습 가능(&amp;R)</translation>
    </message>
    <message>
        <source>Let training change the selected variables, and those in selected frames</source>
        <translation>선택한 변수와 선택한 프레임 안의 변수를 학습이 바꾸는지 여부</translation>
    </message>
    <message>
        <source>Store Trained &amp;Values as Initial Values</source>
        <translation>학습한 값을 초깃값으로 저장(&amp;V)</translation>
    </message>
    <message>
        <source>Store the values of variables as initial values, in the weights of the document</source>
        <translation>변수의 값을 문서의 가중치에 초깃값으로 저장합니다</translation>
    </message>
    <message>
        <source>Freeze &amp;Variables</source>
        <translation>변수 동결(&amp;V)</translation>
    </message>
    <message>
        <source>Replace the selected variables by Const blocks of the same names and values</source>
        <translation>선택한 변수를 이름과 값이 같은 Const 블록으로 바꿉니다</translation>
    </message>
    <message>
        <source>&amp;Unfreeze</source>
        <translation>동결 해제(&amp;U)</translation>
    </message>
    <message>
        <source>Replace the selected Const blocks by variables of the same names and values</source>
        <translation>선택한 Const 블록을 이름과 값이 같은 변수로 바꿉니다</translation>
    </message>
    <message>
        <source>&amp;Extract Subgraph</source>
        <translation>부분 그래프 추출(&amp;E)</translation>
    </message>
    <message>
        <source>Remove all blocks that the selected blocks do not depend on</source>
        <translation>선택한 블록이 의존하지 않는 블록을 모두 삭제합니다</translation>
    </message>
    <message>
        <source>Replace with &amp;Feed</source>
        <translation>feed로 바꾸기(&amp;F)</translation>
    </message>
    <message>
        <source>Replace the source of the selected wires, or what the selected blocks depend on, by a feed</source>
        <translation>선택한 와이어의 출처, 또는 선택한 블록이 의존하는 것을 feed로 바꿉니다</translation>
    </message>
    <message>
        <source>Add &amp;Output</source>
        <translation>출력 추가(&amp;O)</translation>
    </message>
    <message>
        <source>Add an output of the page for the selected blocks</source>
        <translation>선택한 블록을 위한 페이지의 출력을 추가합니다</translation>
    </message>
    <message>
        <source>Change the first dimension of feeds, and the typed sizes that follow from it</source>
        <translation>feed의 첫 차원과, 그에 따르는 입력된 크기를 바꿉니다</translation>
    </message>
    <message>
        <source>Remove dropout, gradients, optimizers, assertions and Identity blocks</source>
        <translation>dropout, 기울기, 옵티마이저, 검사(assertion), Identity 블록을 없앱니다</translation>
    </message>
    <message>
        <source>&amp;Compare Values with Opened Model</source>
        <translation>처음 연 모델과 값 비교(&amp;C)</translation>
    </message>
    <message>
        <source>Run the current page and the model as it was opened with the same feeds, and list differences, largest first</source>
        <translation>앞에 있는 페이지와 처음 열었을 때의 모델에 같은 값을 공급하고, 차이가 큰 차례로 나열합니다</translation>
    </message>
    <message>
        <source>C&amp;ost of Page</source>
        <translation>페이지 비용(&amp;O)</translation>
    </message>
    <message>
        <source>Show parameters, operations and memory by block, frame and instance, and times of a step</source>
        <translation>블록, 프레임, 인스턴스별 매개변수, 연산, 메모리와 한 단계의 시간을 보입니다</translation>
    </message>
    <message>
        <source>&amp;Open Function or Instance</source>
        <translation>함수 또는 인스턴스 열기(&amp;O)</translation>
    </message>
    <message>
        <source>Open the page of the selected instance, or the function of the selected block</source>
        <translation>선택한 인스턴스의 페이지, 또는 선택한 블록의 함수를 엽니다</translation>
    </message>
    <message>
        <source>Return to the block through which you opened this page</source>
        <translation>이 페이지를 열 때 거친 블록으로 돌아갑니다</translation>
    </message>
    <message>
        <source>Run one step; if the run is paused, step over the next block</source>
        <translation>한 단계 실행. 실행이 일시 중지되어 있으면 다음 블록을 건너 진행</translation>
    </message>
    <message>
        <source>Run until a condition is true, such as LOSS &lt; 0.01</source>
        <translation>LOSS &lt; 0.01 같은 조건이 참이 될 때까지 실행합니다</translation>
    </message>
    <message>
        <source>P&amp;in Output</source>
        <translation>출력 고정(&amp;I)</translation>
    </message>
    <message>
        <source>Use the last value of the selected block instead of computing it</source>
        <translation>선택한 블록을 계산하지 않고 마지막 값을 씁니다</translation>
    </message>
    <message>
        <source>Show E&amp;xecution Times</source>
        <translation>실행 시간 보기(&amp;X)</translation>
    </message>
    <message>
        <source>Measure how long each block takes in a step</source>
        <translation>블록마다 한 단계에 걸리는 시간을 잽니다</translation>
    </message>
    <message>
        <source>Show how large the gradient of the loss is on each wire</source>
        <translation>각 와이어에 손실 기울기의 크기를 보입니다</translation>
    </message>
    <message>
        <source>Show &amp;Numbers from File…</source>
        <translation>파일의 수 표시(&amp;N)…</translation>
    </message>
    <message>
        <source>Colour blocks by the numbers of a JSON or CSV file, which has a number for each node name</source>
        <translation>노드 이름마다 수가 하나씩 있는 JSON 또는 CSV 파일의 수에 따라 블록에 색을 입힙니다</translation>
    </message>
    <message>
        <source>&amp;Save Variables…</source>
        <translation>변수 저장(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the variables of the page that ran as a checkpoint, safetensors or .npz</source>
        <translation>실행한 페이지의 변수를 체크포인트, safetensors, .npz로 저장합니다</translation>
    </message>
    <message>
        <source>&amp;Restore Variables…</source>
        <translation>변수 복원(&amp;R)…</translation>
    </message>
    <message>
        <source>Restore the variables of the current page from a checkpoint, safetensors or .npz</source>
        <translation>앞에 있는 페이지의 변수를 체크포인트, safetensors, .npz에서 복원합니다</translation>
    </message>
    <message>
        <source>&amp;Open Recording…</source>
        <translation>실행 기록 열기(&amp;O)…</translation>
    </message>
    <message>
        <source>Open the recorded steps of a run that blockloom run --history wrote</source>
        <translation>blockloom run --history가 쓴, 실행의 기록된 단계를 엽니다</translation>
    </message>
    <message>
        <source>&amp;Save Run…</source>
        <translation>실행 저장(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the charts of this run under a name, to compare later runs with it</source>
        <translation>이 실행의 차트에 이름을 붙여 저장하고 이후의 실행과 비교합니다</translation>
    </message>
    <message>
        <source>Saved R&amp;uns…</source>
        <translation>저장한 실행(&amp;U)…</translation>
    </message>
    <message>
        <source>Show, hide, rename or export saved runs</source>
        <translation>저장한 실행을 보이거나 숨기고, 이름을 바꾸거나 내보냅니다</translation>
    </message>
    <message>
        <source>&amp;Latest Step</source>
        <translation>최신 단계(&amp;L)</translation>
    </message>
    <message>
        <source>Show the values of the latest step; on the page, Escape does so too</source>
        <translation>최신 단계의 값을 보입니다. 페이지에서는 Esc로도 됩니다</translation>
    </message>
    <message>
        <source>A page whose loss becomes NaN: find the origin and fix it</source>
        <translation>손실이 NaN이 되는 페이지: 근원을 찾아 고칩니다</translation>
    </message>
    <message>
        <source>Pi&amp;n Result to the Canvas</source>
        <translation>결과를 캔버스에 고정(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Light Theme</source>
        <translation>밝은 테마(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Page Only</source>
        <translation>페이지만(&amp;P)</translation>
    </message>
    <message>
        <source>Lay out the selected blocks, or the page, so that wires run to the right and few cross</source>
        <translation>선택한 블록이나 페이지를 와이어가 오른쪽으로 흐르고 덜 엇갈리도록 배치합니다</translation>
    </message>
    <message>
        <source>&amp;Collapse or Expand Frame</source>
        <translation>프레임 접기/펼치기(&amp;C)</translation>
    </message>
    <message>
        <source>Expand One &amp;Level</source>
        <translation>한 단계 펼치기(&amp;L)</translation>
    </message>
    <message>
        <source>Expand all collapsed frames, but not the frames inside them</source>
        <translation>접힌 프레임을 모두 펼칩니다. 그 안의 프레임은 그대로 둡니다</translation>
    </message>
    <message>
        <source>Collap&amp;se One Level</source>
        <translation>한 단계 접기(&amp;S)</translation>
    </message>
    <message>
        <source>Collapse the innermost expanded frames</source>
        <translation>펼쳐진 프레임 가운데 가장 깊은 것을 접습니다</translation>
    </message>
    <message>
        <source>&amp;Colour…</source>
        <translation>색(&amp;C)…</translation>
    </message>
    <message>
        <source>Set the colour of the selected blocks and notes</source>
        <translation>선택한 블록과 메모의 색</translation>
    </message>
    <message>
        <source>Align &amp;Left</source>
        <translation>왼쪽 맞춤(&amp;L)</translation>
    </message>
    <message>
        <source>Align &amp;Right</source>
        <translation>오른쪽 맞춤(&amp;R)</translation>
    </message>
    <message>
        <source>Align &amp;Top</source>
        <translation>위쪽 맞춤(&amp;T)</translation>
    </message>
    <message>
        <source>Align &amp;Bottom</source>
        <translation>아래쪽 맞춤(&amp;B)</translation>
    </message>
    <message>
        <source>Align Cent&amp;res</source>
        <translation>가로 가운데 맞춤(&amp;R)</translation>
    </message>
    <message>
        <source>Move the selected blocks so that their centres form a column</source>
        <translation>위아래로, 가운데를 나란히</translation>
    </message>
    <message>
        <source>Align &amp;Middles</source>
        <translation>세로 가운데 맞춤(&amp;M)</translation>
    </message>
    <message>
        <source>Move the selected blocks so that their centres form a row</source>
        <translation>옆으로, 가운데를 나란히</translation>
    </message>
    <message>
        <source>Space Evenly &amp;Across</source>
        <translation>가로 간격 같게(&amp;A)</translation>
    </message>
    <message>
        <source>Space Evenly &amp;Down</source>
        <translation>세로 간격 같게(&amp;D)</translation>
    </message>
    <message>
        <source>Stra&amp;ighten Wires</source>
        <translation>와이어 곧게 펴기(&amp;I)</translation>
    </message>
    <message>
        <source>Move the selected blocks up or down so that wires between them run level</source>
        <translation>선택한 블록을 위아래로 옮겨 그 사이의 와이어를 수평으로 만듭니다</translation>
    </message>
    <message>
        <source>&amp;Wire the Selected Blocks</source>
        <translation>선택한 블록 연결(&amp;W)</translation>
    </message>
    <message>
        <source>Wire each selected block to the nearest one on its right, by the pins that fit best</source>
        <translation>각각 오른쪽에서 가장 가까운 블록에, 가장 잘 맞는 핀으로</translation>
    </message>
    <message>
        <source>&amp;Swap Inputs</source>
        <translation>입력 맞바꾸기(&amp;S)</translation>
    </message>
    <message>
        <source>Swap wires and values of inputs of the same type, or the sources of two selected wires</source>
        <translation>같은 유형 입력의 와이어와 값이 자리를 바꿉니다. 와이어 두 개를 선택했으면 그 출발점이 바뀝니다</translation>
    </message>
    <message>
        <source>&amp;Change Type…</source>
        <translation>유형 바꾸기(&amp;C)…</translation>
    </message>
    <message>
        <source>Replace the selected blocks by another type, and keep the wires and values that fit</source>
        <translation>선택한 블록 자리에 다른 유형을 놓고, 와이어와 값은 맞는 만큼 그대로 둡니다</translation>
    </message>
    <message>
        <source>Change Type on All &amp;Pages…</source>
        <translation>모든 페이지에서 유형 바꾸기(&amp;P)…</translation>
    </message>
    <message>
        <source>Change the type of all blocks of the document that have the type of the selected ones</source>
        <translation>선택한 블록과 유형이 같은 문서의 모든 블록을 다른 유형으로 바꿉니다</translation>
    </message>
    <message>
        <source>&amp;Detach</source>
        <translation>떼어 내기(&amp;D)</translation>
    </message>
    <message>
        <source>Disconnect the selected blocks, and wire their sources to their targets</source>
        <translation>선택한 블록을 와이어에서 떼어 내고, 와이어는 블록을 건너뛰어 이어집니다</translation>
    </message>
    <message>
        <source>Delete and &amp;Reconnect</source>
        <translation>삭제하고 다시 잇기(&amp;R)</translation>
    </message>
    <message>
        <source>Delete the selected blocks, and wire their sources to their targets if the types fit</source>
        <translation>유형이 맞으면, 지운 블록이 보내던 곳에 그 블록에 들어오던 것이 이어집니다</translation>
    </message>
    <message>
        <source>Change &amp;Batch Size…</source>
        <translation>배치 크기 바꾸기(&amp;B)…</translation>
    </message>
    <message>
        <source>Remove &amp;Dropout and Training</source>
        <translation>dropout과 학습 없애기(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Train This</source>
        <translation>이것을 학습(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Validate After Each Epoch</source>
        <translation>에포크마다 검증(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;New Page</source>
        <translation>새 페이지(&amp;N)</translation>
    </message>
    <message>
        <source>D&amp;uplicate Page</source>
        <translation>페이지 복제(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Rename Page</source>
        <translation>페이지 이름 바꾸기(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Close Tab</source>
        <translation>탭 닫기(&amp;C)</translation>
    </message>
    <message>
        <source>The page stays in the document</source>
        <translation>페이지는 문서에 남습니다</translation>
    </message>
    <message>
        <source>&amp;Delete Page</source>
        <translation>페이지 삭제(&amp;D)</translation>
    </message>
    <message>
        <source>Move Page &amp;Left</source>
        <translation>페이지를 왼쪽으로(&amp;L)</translation>
    </message>
    <message>
        <source>Move Page R&amp;ight</source>
        <translation>페이지를 오른쪽으로(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Back Up</source>
        <translation>위로 돌아가기(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Previous Page</source>
        <translation>이전 페이지(&amp;P)</translation>
    </message>
    <message>
        <source>Ne&amp;xt Page</source>
        <translation>다음 페이지(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Run N Steps</source>
        <translation>N단계 실행(&amp;R)</translation>
    </message>
    <message>
        <source>Run the number of steps in the field of the tool bar</source>
        <translation>입력란의 수만큼 단계를 실행합니다</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>한 단계(&amp;S)</translation>
    </message>
    <message>
        <source>Run &amp;Continuously</source>
        <translation>계속 실행(&amp;C)</translation>
    </message>
    <message>
        <source>Run until stopped; if the run is paused, continue it</source>
        <translation>중지할 때까지 실행. 실행이 일시 중지되어 있으면 계속합니다</translation>
    </message>
    <message>
        <source>Run &amp;Until…</source>
        <translation>조건까지 실행(&amp;U)…</translation>
    </message>
    <message>
        <source>&amp;Fit the Model…</source>
        <translation>모델 학습(&amp;F)…</translation>
    </message>
    <message>
        <source>Run epochs with validation, stop early, and restore the best variables</source>
        <translation>에포크를 실행하고 에포크마다 검증하며, 더 나아지지 않으면 끝내고 가장 좋은 변수를 유지합니다</translation>
    </message>
    <message>
        <source>Run an &amp;Epoch</source>
        <translation>에포크 실행(&amp;E)</translation>
    </message>
    <message>
        <source>Run to the end of the data of iterators</source>
        <translation>이터레이터가 내보내는 데이터가 끝날 때까지 실행합니다</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>중지(&amp;T)</translation>
    </message>
    <message>
        <source>Step Bac&amp;k</source>
        <translation>한 블록 뒤로(&amp;K)</translation>
    </message>
    <message>
        <source>Run after &amp;Each Edit</source>
        <translation>편집할 때마다 실행(&amp;E)</translation>
    </message>
    <message>
        <source>Run a step after each edit that leaves the page without errors</source>
        <translation>페이지에 오류가 없으면 편집할 때마다 한 단계를 실행합니다</translation>
    </message>
    <message>
        <source>Show &amp;Gradients on Wires</source>
        <translation>와이어에 그래디언트 표시(&amp;G)</translation>
    </message>
    <message>
        <source>R&amp;eset</source>
        <translation>초기화(&amp;E)</translation>
    </message>
    <message>
        <source>Forget all state: variables start from their initial values</source>
        <translation>모든 상태를 지웁니다. 변수는 초깃값에서 다시 시작합니다</translation>
    </message>
    <message>
        <source>Tar&amp;get…</source>
        <translation>대상(&amp;G)…</translation>
    </message>
    <message>
        <source>Run on this machine or on a task of a cluster, and see which tasks can be reached</source>
        <translation>이 컴퓨터나 클러스터의 태스크에서 실행하고, 연결되는 태스크를 봅니다</translation>
    </message>
    <message>
        <source>Toggle &amp;Breakpoint</source>
        <translation>중단점 설정/해제(&amp;B)</translation>
    </message>
    <message>
        <source>Pause runs before the selected block</source>
        <translation>선택한 블록 앞에서 실행을 일시 중지합니다</translation>
    </message>
    <message>
        <source>Toggle Breakpoint in This &amp;Instance Only</source>
        <translation>이 인스턴스에서만 중단점 설정/해제(&amp;I)</translation>
    </message>
    <message>
        <source>Pause runs before the selected block in the instance through which you opened its page</source>
        <translation>페이지를 열 때 거친 인스턴스에서 선택한 블록 앞에서 실행을 일시 중지합니다</translation>
    </message>
    <message>
        <source>C&amp;onditional Breakpoint…</source>
        <translation>조건부 중단점(&amp;O)…</translation>
    </message>
    <message>
        <source>Pause runs if a condition on the selected block is true, such as max(abs(LOG.y)) &gt; 10</source>
        <translation>선택한 블록에 대한 조건이 참이면 실행을 일시 중지합니다. 예: max(abs(LOG.y)) &gt; 10</translation>
    </message>
    <message>
        <source>Breakpoin&amp;ts…</source>
        <translation>중단점(&amp;T)…</translation>
    </message>
    <message>
        <source>List the breakpoints of all pages</source>
        <translation>모든 페이지의 중단점을 나열합니다</translation>
    </message>
    <message>
        <source>Remove &amp;All Breakpoints</source>
        <translation>중단점 모두 삭제(&amp;A)</translation>
    </message>
    <message>
        <source>Remove the breakpoints of all pages</source>
        <translation>모든 페이지의 중단점을 삭제합니다</translation>
    </message>
    <message>
        <source>Show the values before the block that ran last, if the run is paused</source>
        <translation>실행이 일시 중지되어 있으면, 마지막으로 실행된 블록 앞의 값을 보입니다</translation>
    </message>
    <message>
        <source>Run to Selecte&amp;d Block</source>
        <translation>선택한 블록까지 실행(&amp;D)</translation>
    </message>
    <message>
        <source>Show the values before the selected block, if the run is paused</source>
        <translation>실행이 일시 중지되어 있으면, 선택한 블록 앞의 값을 보입니다</translation>
    </message>
    <message>
        <source>Continue to Ne&amp;xt Call</source>
        <translation>다음 호출까지 계속(&amp;X)</translation>
    </message>
    <message>
        <source>Show the next call in which the breakpoint was hit, if the run is paused inside a function</source>
        <translation>실행이 함수 안에서 일시 중지되어 있으면, 중단점에 걸린 다음 호출을 보입니다</translation>
    </message>
    <message>
        <source>Roll &amp;Back Failed Step</source>
        <translation>실패한 단계 되돌리기(&amp;B)</translation>
    </message>
    <message>
        <source>Restore the state before the failed step, and list what cannot be restored</source>
        <translation>실패한 단계 이전의 상태를 복원하고, 복원할 수 없는 것을 알려 줍니다</translation>
    </message>
    <message>
        <source>S&amp;how Failed Step</source>
        <translation>실패한 단계 보기(&amp;H)</translation>
    </message>
    <message>
        <source>Show the values of the failed step, or of the last complete step</source>
        <translation>실패한 단계 또는 마지막으로 완료된 단계의 값을 보입니다</translation>
    </message>
    <message>
        <source>&amp;Previous Step</source>
        <translation>이전 단계(&amp;P)</translation>
    </message>
    <message>
        <source>Show the values of the previous step</source>
        <translation>이전 단계의 값을 보입니다</translation>
    </message>
    <message>
        <source>&amp;Next Step</source>
        <translation>다음 단계(&amp;N)</translation>
    </message>
    <message>
        <source>Show the values of the next step</source>
        <translation>다음 단계의 값을 보입니다</translation>
    </message>
    <message>
        <source>Re&amp;wind to This Step</source>
        <translation>이 단계로 되감기(&amp;W)</translation>
    </message>
    <message>
        <source>Restore the variables after the shown step, and continue from there. Saves the run so far.</source>
        <translation>보고 있는 단계 이후의 변수를 복원하고 거기서부터 계속합니다. 지금까지의 실행은 저장합니다.</translation>
    </message>
    <message>
        <source>Your &amp;First Graph</source>
        <translation>첫 그래프(&amp;F)</translation>
    </message>
    <message>
        <source>Five steps on an empty page: place, wire, type, run, look</source>
        <translation>빈 페이지에서 다섯 단계: 놓기, 연결, 입력, 실행, 보기</translation>
    </message>
    <message>
        <source>&amp;Train on Your Data</source>
        <translation>내 데이터로 학습(&amp;T)</translation>
    </message>
    <message>
        <source>From a table, an array or pictures to a model that is trained and validated</source>
        <translation>표, 배열, 그림에서 학습하고 검증한 모델까지</translation>
    </message>
    <message>
        <source>Find What Went Wron&amp;g</source>
        <translation>무엇이 잘못되었는지 찾기(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>명령(&amp;C)…</translation>
    </message>
    <message>
        <source>Find a command by its name</source>
        <translation>이름으로 명령 찾기</translation>
    </message>
    <message>
        <source>&amp;Documentation</source>
        <translation>도움말(&amp;D)</translation>
    </message>
    <message>
        <source>Show the page about the selected block, the selected problem or the open dialog; otherwise all pages</source>
        <translation>선택한 블록, 고른 문제 또는 열린 대화 상자에 관한 쪽; 없으면 모든 쪽</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>단축키(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Help on the Block</source>
        <translation>블록 도움말(&amp;H)</translation>
    </message>
    <message>
        <source>Describe the selected block, its pins and attributes</source>
        <translation>선택한 블록이 하는 일과 그 핀, 속성</translation>
    </message>
    <message>
        <source>&amp;Mouse and Keys on the Page</source>
        <translation>페이지에서 마우스와 키(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Colours of Blocks, Pins and Wires</source>
        <translation>블록, 핀, 선의 색(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;About Blockloom</source>
        <translation>Blockloom 정보(&amp;A)</translation>
    </message>
    <message>
        <source> steps</source>
        <translation> 단계</translation>
    </message>
    <message>
        <source>Number of steps</source>
        <translation>단계 수</translation>
    </message>
    <message>
        <source>How many steps Run N Steps runs</source>
        <translation>&apos;N단계 실행&apos;이 실행할 단계 수</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>도구</translation>
    </message>
    <message>
        <source>list of {}</source>
        <translation>{} 목록</translation>
    </message>
    <message>
        <source>list</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>ref {}</source>
        <translation>ref {}</translation>
    </message>
    <message>
        <source>ref</source>
        <translation>ref</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>operation</source>
        <translation>연산</translation>
    </message>
    <message>
        <source>(follows from the wires)</source>
        <translation>(와이어에서 정해짐)</translation>
    </message>
    <message>
        <source>{} (page)</source>
        <translation>{} (페이지)</translation>
    </message>
    <message>
        <source>{} (enuSpace)</source>
        <translation>{} (enuSpace)</translation>
    </message>
    <message>
        <source>{} (TensorFlow)</source>
        <translation>{} (TensorFlow)</translation>
    </message>
    <message>
        <source>Array</source>
        <translation>배열</translation>
    </message>
    <message>
        <source>Boosted trees</source>
        <translation>부스티드 트리</translation>
    </message>
    <message>
        <source>Audio</source>
        <translation>오디오</translation>
    </message>
    <message>
        <source>CPU and GPU kernels</source>
        <translation>CPU·GPU 커널</translation>
    </message>
    <message>
        <source>Control flow</source>
        <translation>제어 흐름</translation>
    </message>
    <message>
        <source>Data flow</source>
        <translation>데이터 흐름</translation>
    </message>
    <message>
        <source>Dataset</source>
        <translation>데이터셋</translation>
    </message>
    <message>
        <source>Distributed</source>
        <translation>분산</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Number over steps</source>
        <translation>단계별 숫자</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>선</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>히트맵</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>이미지</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>히스토그램</translation>
    </message>
    <message>
        <source>Chart over steps</source>
        <translation>단계별 차트</translation>
    </message>
    <message>
        <source>Pin {0}</source>
        <translation>{0} 고정</translation>
    </message>
    <message>
        <source>Pin {0} results</source>
        <translation>결과 {0}개 고정</translation>
    </message>
    <message>
        <source>Show {0} as {1}</source>
        <translation>{0}을(를) {1}(으)로 보기</translation>
    </message>
    <message>
        <source>Unpin {0}</source>
        <translation>{0} 고정 해제</translation>
    </message>
    <message>
        <source>Pin to the canvas as</source>
        <translation>다른 형태로 캔버스에 고정</translation>
    </message>
    <message>
        <source>Open in a viewer</source>
        <translation>뷰어에서 열기</translation>
    </message>
    <message>
        <source>Show as</source>
        <translation>보기 형태</translation>
    </message>
    <message>
        <source>Internal</source>
        <translation>내부</translation>
    </message>
    <message>
        <source>Functions</source>
        <translation>함수</translation>
    </message>
    <message>
        <source>library {0}</source>
        <translation>라이브러리 {0}</translation>
    </message>
    <message>
        <source>Custom ops</source>
        <translation>사용자 정의 연산</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>라이브러리</translation>
    </message>
    <message>
        <source>Linear algebra</source>
        <translation>선형 대수</translation>
    </message>
    <message>
        <source>Logging and debug</source>
        <translation>로깅과 디버그</translation>
    </message>
    <message>
        <source>Lookup tables</source>
        <translation>조회 테이블</translation>
    </message>
    <message>
        <source>Math</source>
        <translation>수학</translation>
    </message>
    <message>
        <source>Monitors</source>
        <translation>모니터</translation>
    </message>
    <message>
        <source>Neural network</source>
        <translation>신경망</translation>
    </message>
    <message>
        <source>Other</source>
        <translation>기타</translation>
    </message>
    <message>
        <source>Parsing</source>
        <translation>구문 분석</translation>
    </message>
    <message>
        <source>Quantization</source>
        <translation>양자화</translation>
    </message>
    <message>
        <source>Ragged</source>
        <translation>비정형(ragged)</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>난수</translation>
    </message>
    <message>
        <source>Script</source>
        <translation>스크립트</translation>
    </message>
    <message>
        <source>Signal</source>
        <translation>신호</translation>
    </message>
    <message>
        <source>Sparse</source>
        <translation>희소</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>String</source>
        <translation>문자열</translation>
    </message>
    <message>
        <source>Tensor lists</source>
        <translation>텐서 목록</translation>
    </message>
    <message>
        <source>This document</source>
        <translation>이 문서</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>CPU reference if there is no TPU</source>
        <translation>TPU가 없으면 CPU 기준 구현</translation>
    </message>
    <message>
        <source>no kernel in this TensorFlow</source>
        <translation>이 TensorFlow에 커널 없음</translation>
    </message>
    <message>
        <source>Deprecated: {}</source>
        <translation>사용 중단: {}</translation>
    </message>
    <message>
        <source>devices: {}</source>
        <translation>장치: {}</translation>
    </message>
    <message>
        <source>This page has no description. The text of its topmost note is shown here.</source>
        <translation>이 페이지에 대한 설명이 없습니다. 맨 위에 있는 메모의 글이 여기에 보입니다.</translation>
    </message>
    <message>
        <source>TensorFlow has no documentation of this op.</source>
        <translation>TensorFlow에 이 op의 설명이 없습니다.</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>속성</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>not installed as a package</source>
        <translation>패키지로 설치되지 않음</translation>
    </message>
    <message>
        <source>About Blockloom</source>
        <translation>Blockloom 정보</translation>
    </message>
    <message>
        <source>Pages of blocks, compiled to TensorFlow graphs and run in sessions.</source>
        <translation>블록으로 된 페이지를 TensorFlow 그래프로 컴파일해 세션에서 실행합니다.</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>버전</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>버전 복사</translation>
    </message>
    <message>
        <source>Export Page</source>
        <translation>페이지 내보내기</translation>
    </message>
    <message>
        <source>Drawing {}…</source>
        <translation>{} 그리는 중…</translation>
    </message>
    <message>
        <source>Reloading it loses the changes that you made here since you saved it.</source>
        <translation>다시 불러오면 저장한 뒤 여기서 바꾼 것을 잃습니다.</translation>
    </message>
    <message>
        <source>You made no changes here since you saved it.</source>
        <translation>저장한 뒤 여기서 바꾼 것이 없습니다.</translation>
    </message>
    <message>
        <source>Merging adds those changes to the open document, as one undo step.</source>
        <translation>병합하면 그 변경이 열려 있는 문서에 더해지며, 한 번에 실행 취소할 수 있습니다.</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>다시 불러오기(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Keep What Is Open</source>
        <translation>열린 것 유지(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Merge</source>
        <translation>병합(&amp;M)</translation>
    </message>
    <message>
        <source>Another program changed {}.</source>
        <translation>다른 프로그램이 {}을(를) 바꿨습니다.</translation>
    </message>
    <message>
        <source>Another program changed {} since it was opened here.</source>
        <translation>여기서 연 뒤에 다른 프로그램이 {}을(를) 바꿨습니다.</translation>
    </message>
    <message>
        <source>All supported files</source>
        <translation>지원하는 모든 파일</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>덮어쓰기</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>다른 이름으로 저장…</translation>
    </message>
    <message>
        <source>Overwriting it loses those changes.</source>
        <translation>덮어쓰면 그 변경을 잃습니다.</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>디스크에서 바뀜</translation>
    </message>
    <message>
        <source>Not exported.</source>
        <translation>내보내지 않았습니다.</translation>
    </message>
    <message>
        <source>Cannot export</source>
        <translation>내보낼 수 없음</translation>
    </message>
    <message>
        <source>The process that draws ended with code {}.</source>
        <translation>그리는 프로세스가 코드 {}(으)로 끝났습니다.</translation>
    </message>
    <message>
        <source>Exported {}</source>
        <translation>{} 내보냄</translation>
    </message>
    <message>
        <source>Frozen TensorFlow graphs</source>
        <translation>동결된 TensorFlow 그래프</translation>
    </message>
    <message>
        <source>Export Model</source>
        <translation>모델 내보내기</translation>
    </message>
    <message>
        <source>Export Python Script</source>
        <translation>Python 스크립트로 내보내기</translation>
    </message>
    <message>
        <source>Exporting {}…</source>
        <translation>{} 내보내는 중…</translation>
    </message>
    <message>
        <source>There is nothing on the page</source>
        <translation>페이지에 아무것도 없습니다</translation>
    </message>
    <message>
        <source>A picture of {} is on the clipboard</source>
        <translation>{}의 그림이 클립보드에 있습니다</translation>
    </message>
    <message>
        <source>the selection</source>
        <translation>선택</translation>
    </message>
    <message>
        <source>this pin takes wires only</source>
        <translation>이 핀은 와이어만 받습니다</translation>
    </message>
    <message>
        <source>Navigation</source>
        <translation>이동</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>휠</translation>
    </message>
    <message>
        <source>Middle button, or Space and left button</source>
        <translation>가운데 버튼, 또는 Space와 왼쪽 버튼</translation>
    </message>
    <message>
        <source>Move the page</source>
        <translation>페이지 움직이기</translation>
    </message>
    <message>
        <source>1 to 9</source>
        <translation>1~9</translation>
    </message>
    <message>
        <source>Go to a bookmark</source>
        <translation>책갈피로 이동</translation>
    </message>
    <message>
        <source>Set a bookmark</source>
        <translation>책갈피 지정</translation>
    </message>
    <message>
        <source>M</source>
        <translation>M</translation>
    </message>
    <message>
        <source>Show or hide the map; drag in it to go there</source>
        <translation>지도 보이기/숨기기. 지도에서 끌면 그곳으로 이동</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>블록</translation>
    </message>
    <message>
        <source>Tab, or double click on the empty page</source>
        <translation>Tab, 또는 빈 곳 두 번 클릭</translation>
    </message>
    <message>
        <source>Add a block</source>
        <translation>블록 추가</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>끌기</translation>
    </message>
    <message>
        <source>Drag on the empty page</source>
        <translation>빈 곳에서 끌기</translation>
    </message>
    <message>
        <source>Alt or X, and drag on the empty page</source>
        <translation>빈 페이지에서 Alt 또는 X를 누르고 끌기</translation>
    </message>
    <message>
        <source>Shift or Ctrl and click</source>
        <translation>Shift 또는 Ctrl과 클릭</translation>
    </message>
    <message>
        <source>Add to the selection, or remove from it</source>
        <translation>선택에 추가하거나 빼기</translation>
    </message>
    <message>
        <source>Arrow keys</source>
        <translation>방향키</translation>
    </message>
    <message>
        <source>Move the selection; Shift: by single pixels</source>
        <translation>선택 항목 이동. Shift: 한 픽셀씩</translation>
    </message>
    <message>
        <source>Double click on a name, a value, a result</source>
        <translation>이름, 값, 결과 두 번 클릭</translation>
    </message>
    <message>
        <source>Rename, type, show the table</source>
        <translation>이름 바꾸기, 입력, 표 보기</translation>
    </message>
    <message>
        <source>Click on true or false</source>
        <translation>true나 false를 클릭</translation>
    </message>
    <message>
        <source>Change it to the other value</source>
        <translation>다른 값으로 바꾸기</translation>
    </message>
    <message>
        <source>Right click on a number, Slider…</source>
        <translation>수를 오른쪽 클릭, 슬라이더…</translation>
    </message>
    <message>
        <source>Give it a slider between two ends</source>
        <translation>그때부터 두 끝 사이에서 끌어 바꾸기</translation>
    </message>
    <message>
        <source>Type the first value; Tab goes to the next</source>
        <translation>첫 값 입력. Tab: 다음 값으로</translation>
    </message>
    <message>
        <source>Zoom at the pointer; with Shift, or by tilting the wheel: scroll sideways</source>
        <translation>포인터 자리에서 확대·축소, Shift를 누르거나 기울어지는 휠이면 옆으로</translation>
    </message>
    <message>
        <source>B, Ctrl+Shift+1 to 9</source>
        <translation>B, Ctrl+Shift+1~9</translation>
    </message>
    <message>
        <source>Move the selection; Alt or X: off the grid; into and out of frames</source>
        <translation>선택 항목 이동. Alt 또는 X: 격자 무시. 프레임 안팎으로</translation>
    </message>
    <message>
        <source>Select what the box touches; Shift adds, Ctrl removes</source>
        <translation>상자에 닿는 것을 선택, Shift는 더하고 Ctrl은 뺌</translation>
    </message>
    <message>
        <source>Select what the stroke encloses</source>
        <translation>그은 선이 둘러싸는 것을 선택</translation>
    </message>
    <message>
        <source>Ctrl and drag</source>
        <translation>Ctrl을 누르고 끌기</translation>
    </message>
    <message>
        <source>Drag a copy; with Shift, also wire it to the sources of the original</source>
        <translation>복사본을 끌기, Shift도 누르면 원본에 들어오는 것에 연결</translation>
    </message>
    <message>
        <source>Drag a block out of its wires, or from one wire into another</source>
        <translation>블록을 와이어에서 끌어내기, 다른 와이어 위에 놓을 수도 있음</translation>
    </message>
    <message>
        <source>Alt or X, and drag</source>
        <translation>Alt 또는 X를 누르고 끌기</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>F2</source>
        <translation>F2</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <source>Up, Down or the wheel in a value</source>
        <translation>값에서 위·아래 키나 휠</translation>
    </message>
    <message>
        <source>Count the number at the cursor; Shift: by tens</source>
        <translation>커서에 있는 수를 하나씩 올리고 내림, Shift는 열씩</translation>
    </message>
    <message>
        <source>Click on a badge, or on a pin with a ring</source>
        <translation>배지나 테두리가 있는 핀을 클릭</translation>
    </message>
    <message>
        <source>The problem there, and how to fix it</source>
        <translation>그곳의 문제와 해결 방법</translation>
    </message>
    <message>
        <source>Insert it into the wire; Ctrl: do not</source>
        <translation>와이어에 끼워 넣기, Ctrl: 끼워 넣지 않기</translation>
    </message>
    <message>
        <source>Drop or paste a file: .csv, .npy, a picture, a sound</source>
        <translation>파일(.csv, .npy, 그림, 소리)을 놓거나 붙여넣기</translation>
    </message>
    <message>
        <source>A block that reads it</source>
        <translation>그것을 읽는 블록</translation>
    </message>
    <message>
        <source>Paste a literal or a table of a spreadsheet</source>
        <translation>값이나 스프레드시트의 표 붙여넣기</translation>
    </message>
    <message>
        <source>A Const block of it</source>
        <translation>그것을 담은 Const 블록</translation>
    </message>
    <message>
        <source>Wires</source>
        <translation>와이어</translation>
    </message>
    <message>
        <source>Drag from a pin</source>
        <translation>핀에서 끌기</translation>
    </message>
    <message>
        <source>Wire it; pins that fit light up</source>
        <translation>연결하기. 맞는 핀이 빛납니다</translation>
    </message>
    <message>
        <source>Drop a wire on the empty page</source>
        <translation>와이어를 빈 곳에 놓기</translation>
    </message>
    <message>
        <source>Add a block that fits, wired</source>
        <translation>맞는 블록을 연결해 추가</translation>
    </message>
    <message>
        <source>Drag from the diamond next to a title</source>
        <translation>제목 옆 마름모에서 끌기</translation>
    </message>
    <message>
        <source>Control wire: set which block runs first</source>
        <translation>제어 와이어: 무엇 다음에 실행할지</translation>
    </message>
    <message>
        <source>Wire them by the pins that fit best</source>
        <translation>가장 잘 맞는 핀으로 연결</translation>
    </message>
    <message>
        <source>Alt or X, and right button from block to block</source>
        <translation>Alt 또는 X와 오른쪽 버튼으로 블록에서 블록으로 끌기</translation>
    </message>
    <message>
        <source>Shift and drag from an output</source>
        <translation>Shift를 누르고 출력에서 끌기</translation>
    </message>
    <message>
        <source>Take all its wires to another output</source>
        <translation>그 와이어를 모두 다른 출력으로 옮기기</translation>
    </message>
    <message>
        <source>Drag the end of a wire</source>
        <translation>와이어 끝 끌기</translation>
    </message>
    <message>
        <source>Wire it to another pin; dropped on nothing, it is removed</source>
        <translation>다른 핀에 연결. 빈 곳에 놓으면 삭제됩니다</translation>
    </message>
    <message>
        <source>Drag the middle of a wire</source>
        <translation>와이어 가운데 끌기</translation>
    </message>
    <message>
        <source>Route it by hand; Alt or X: off the grid</source>
        <translation>경로를 직접 정하기. Alt 또는 X: 격자 무시</translation>
    </message>
    <message>
        <source>Double click on a wire</source>
        <translation>와이어 두 번 클릭</translation>
    </message>
    <message>
        <source>Route it automatically again, if it was routed by hand; otherwise add a block in between</source>
        <translation>경로를 자동으로 되돌리기. 아니면 사이에 블록 추가</translation>
    </message>
    <message>
        <source>Ctrl and right button, or Y and left button</source>
        <translation>Ctrl과 오른쪽 버튼, 또는 Y와 왼쪽 버튼</translation>
    </message>
    <message>
        <source>Cut the wires that the stroke crosses</source>
        <translation>획이 지나는 와이어 자르기</translation>
    </message>
    <message>
        <source>Right click on a wire into a list</source>
        <translation>목록으로 가는 와이어 오른쪽 클릭</translation>
    </message>
    <message>
        <source>Change the order of the wires</source>
        <translation>와이어 순서 바꾸기</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Right click on an output or a result</source>
        <translation>출력이나 결과를 오른쪽 클릭</translation>
    </message>
    <message>
        <source>Pin it to the canvas, as a table, lines, an image…</source>
        <translation>캔버스에 표, 선, 이미지 등으로 고정</translation>
    </message>
    <message>
        <source>Double click on a pinned result</source>
        <translation>고정된 결과를 두 번 클릭</translation>
    </message>
    <message>
        <source>Open it in a viewer</source>
        <translation>뷰어에서 열기</translation>
    </message>
    <message>
        <source>Drag its lower right corner</source>
        <translation>오른쪽 아래 모서리를 끌기</translation>
    </message>
    <message>
        <source>Change its size</source>
        <translation>크기 바꾸기</translation>
    </message>
    <message>
        <source>Click on its cross</source>
        <translation>X 표시 클릭</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>프레임</translation>
    </message>
    <message>
        <source>Drag the title</source>
        <translation>제목 끌기</translation>
    </message>
    <message>
        <source>Move the frame with what is in it</source>
        <translation>프레임을 내용과 함께 이동</translation>
    </message>
    <message>
        <source>Click on the triangle, or C</source>
        <translation>삼각형 클릭, 또는 C</translation>
    </message>
    <message>
        <source>Collapse or expand</source>
        <translation>접기/펼치기</translation>
    </message>
    <message>
        <source>Double click on the title</source>
        <translation>제목 두 번 클릭</translation>
    </message>
    <message>
        <source>Type title and device</source>
        <translation>제목과 장치 입력</translation>
    </message>
    <message>
        <source>Drag the lower right corner</source>
        <translation>오른쪽 아래 모서리 끌기</translation>
    </message>
    <message>
        <source>Change the size</source>
        <translation>크기 바꾸기</translation>
    </message>
    <message>
        <source>Mouse and keys on the page</source>
        <translation>페이지에서 마우스와 키</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>동작</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>하는 일</translation>
    </message>
    <message>
        <source>Folders of the page</source>
        <translation>페이지의 폴더</translation>
    </message>
    <message>
        <source>Blockloom&apos;s own</source>
        <translation>Blockloom 자체</translation>
    </message>
    <message>
        <source>TensorFlow environment</source>
        <translation>TensorFlow 환경</translation>
    </message>
    <message>
        <source>The folder of an environment, or its Python</source>
        <translation>환경의 폴더 또는 그 Python</translation>
    </message>
    <message>
        <source>Libraries as tf.load_op_library loads them (.so)</source>
        <translation>tf.load_op_library가 불러오는 라이브러리(.so)</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>찾아보기…</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>추가…</translation>
    </message>
    <message>
        <source>Environment with TensorFlow</source>
        <translation>TensorFlow가 있는 환경</translation>
    </message>
    <message>
        <source>The page names files in Windows folders. Enter where these folders are on this machine. Paths in folders without an entry stay unchanged. Folders of the same name next to the page are filled in.</source>
        <translation>페이지가 Windows 폴더의 파일을 가리킵니다. 그 폴더가 이 컴퓨터의 어디에 있는지 입력하세요. 입력하지 않은 폴더의 경로는 그대로 둡니다. 페이지 옆의 같은 이름 폴더는 미리 채워져 있습니다.</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>그대로</translation>
    </message>
    <message>
        <source>Use These Folders</source>
        <translation>이 폴더 사용</translation>
    </message>
    <message>
        <source>Leave As They Are</source>
        <translation>그대로 두기</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>폴더</translation>
    </message>
    <message>
        <source>No value of this document names a file in a Windows folder</source>
        <translation>이 문서에는 Windows 폴더의 파일을 가리키는 값이 없습니다</translation>
    </message>
    <message>
        <source>Map folders</source>
        <translation>폴더 지정</translation>
    </message>
    <message>
        <source>{} values name local files now</source>
        <translation>이제 값 {}개가 로컬 파일을 가리킵니다</translation>
    </message>
    <message>
        <source>One value names a local file now</source>
        <translation>이제 값 하나가 로컬 파일을 가리킵니다</translation>
    </message>
    <message>
        <source>{}: {} things were changed, kept as notes or left out</source>
        <translation>{}: {}가지가 바뀌거나 메모로 남거나 빠졌습니다</translation>
    </message>
    <message>
        <source>Imported; the messages list all that was changed, kept as a note or left out</source>
        <translation>가져왔습니다. 바뀌거나 메모로 남거나 빠진 것은 모두 메시지에 있습니다</translation>
    </message>
    <message>
        <source>numbers: arithmetic, comparisons, linear algebra</source>
        <translation>수: 산술, 비교, 선형대수</translation>
    </message>
    <message>
        <source>shapes and positions: arrays, images, texts</source>
        <translation>모양과 위치: 배열, 이미지, 문자열</translation>
    </message>
    <message>
        <source>layers of networks</source>
        <translation>신경망의 층</translation>
    </message>
    <message>
        <source>variables and tables</source>
        <translation>변수와 테이블</translation>
    </message>
    <message>
        <source>constants, feeds, files, datasets, random numbers</source>
        <translation>상수, 피드, 파일, 데이터셋, 난수</translation>
    </message>
    <message>
        <source>control flow, queues, accumulators</source>
        <translation>제어 흐름, 큐, 누산기</translation>
    </message>
    <message>
        <source>gradients and optimizers</source>
        <translation>기울기와 최적화기</translation>
    </message>
    <message>
        <source>sessions and what they run</source>
        <translation>한 단계에서 실행되는 것</translation>
    </message>
    <message>
        <source>pages that are blocks</source>
        <translation>블록으로 쓰이는 페이지</translation>
    </message>
    <message>
        <source>monitors of values</source>
        <translation>값을 보여 주는 것</translation>
    </message>
    <message>
        <source>integers, signed and unsigned, quantized too</source>
        <translation>부호 있는/없는 정수, 양자화 정수 포함</translation>
    </message>
    <message>
        <source>bool</source>
        <translation>bool</translation>
    </message>
    <message>
        <source>string</source>
        <translation>string</translation>
    </message>
    <message>
        <source>complex</source>
        <translation>복소수</translation>
    </message>
    <message>
        <source>resource: a handle of a variable, table, queue…</source>
        <translation>resource: 변수, 테이블, 큐 등의 핸들</translation>
    </message>
    <message>
        <source>variant</source>
        <translation>variant</translation>
    </message>
    <message>
        <source>Wires of tensors, by dtype</source>
        <translation>텐서 와이어, dtype별</translation>
    </message>
    <message>
        <source>floating point, or not known yet</source>
        <translation>부동소수점, 또는 아직 모름</translation>
    </message>
    <message>
        <source>Wires of other kinds</source>
        <translation>다른 종류의 와이어</translation>
    </message>
    <message>
        <source>to a monitor</source>
        <translation>모니터로</translation>
    </message>
    <message>
        <source>Colours of blocks, pins and wires</source>
        <translation>블록, 핀, 선의 색</translation>
    </message>
    <message>
        <source>ref: a variable that can be assigned to</source>
        <translation>ref: 대입할 수 있는 변수</translation>
    </message>
    <message>
        <source>list: several tensors at once</source>
        <translation>목록: 텐서 여러 개</translation>
    </message>
    <message>
        <source>operation: it is run, and gives nothing</source>
        <translation>연산: 실행만 하고 값은 없음</translation>
    </message>
    <message>
        <source>control: what it leads to runs afterwards</source>
        <translation>제어: 이어진 것이 다음에 실행됨</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>gradients with their variables</source>
        <translation>기울기와 그 변수</translation>
    </message>
    <message>
        <source>feed: a value for a placeholder</source>
        <translation>feed: placeholder에 주는 값</translation>
    </message>
    <message>
        <source>input, with the colour of its dtype in the centre</source>
        <translation>입력, 가운데는 dtype의 색</translation>
    </message>
    <message>
        <source>input that takes several wires, in order</source>
        <translation>와이어 여러 개를 차례로 받는 입력</translation>
    </message>
    <message>
        <source>output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>result: double click for its table</source>
        <translation>결과: 두 번 클릭하면 표</translation>
    </message>
    <message>
        <source>attribute: typed, never wired</source>
        <translation>속성: 입력만 하고 연결하지 않음</translation>
    </message>
    <message>
        <source>scope of the page: cannot be wired</source>
        <translation>페이지의 스코프: 연결할 수 없음</translation>
    </message>
    <message>
        <source>unknown pin, which the file wires or sets</source>
        <translation>이 블록 유형의 핀이 아님: 파일에서 연결되거나 입력됨</translation>
    </message>
    <message>
        <source>Pins</source>
        <translation>핀</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>최근 문서 열기(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Examples</source>
        <translation>예제(&amp;E)</translation>
    </message>
    <message>
        <source>Boo&amp;kmarks</source>
        <translation>책갈피(&amp;K)</translation>
    </message>
    <message>
        <source>Pa&amp;nels</source>
        <translation>패널(&amp;N)</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>처음 열었을 때</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>지우기</translation>
    </message>
    <message>
        <source>No recent files</source>
        <translation>최근 파일 없음</translation>
    </message>
    <message>
        <source>Bookmark {}</source>
        <translation>책갈피 {}</translation>
    </message>
    <message>
        <source>No bookmarks</source>
        <translation>책갈피 없음</translation>
    </message>
    <message>
        <source>Rename or Remove…</source>
        <translation>이름 바꾸기 또는 삭제…</translation>
    </message>
    <message>
        <source>System Language</source>
        <translation>시스템 언어</translation>
    </message>
    <message>
        <source>BLOCKLOOM_LANGUAGE is set, and decides the language instead.</source>
        <translation>BLOCKLOOM_LANGUAGE가 설정되어 있어 그 언어를 따릅니다.</translation>
    </message>
    <message>
        <source>The language changes when Blockloom is started next.</source>
        <translation>언어는 Blockloom을 다시 시작하면 바뀝니다.</translation>
    </message>
    <message>
        <source>No font here has Korean letters: install one, such as Noto Sans CJK (fonts-noto-cjk in Debian)</source>
        <translation>한글이 있는 글꼴이 여기에 없습니다. Noto Sans CJK(Debian에서는 fonts-noto-cjk) 같은 글꼴을 설치하세요</translation>
    </message>
    <message>
        <source>previous run</source>
        <translation>이전 실행</translation>
    </message>
    <message>
        <source>now</source>
        <translation>현재</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>elements</source>
        <translation>요소</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Find a command or keys</source>
        <translation>명령이나 키 찾기</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>키</translation>
    </message>
    <message>
        <source>Command box</source>
        <translation>명령 상자</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>새 키</translation>
    </message>
    <message>
        <source>&amp;Set</source>
        <translation>지정(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;None</source>
        <translation>없음(&amp;N)</translation>
    </message>
    <message>
        <source>The command has no keys</source>
        <translation>명령에 키가 없습니다</translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation>기본값(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;All Defaults</source>
        <translation>모두 기본값(&amp;A)</translation>
    </message>
    <message>
        <source>New &amp;keys:</source>
        <translation>새 키(&amp;K):</translation>
    </message>
    <message>
        <source>{} belongs to {}: Set reassigns it.</source>
        <translation>{}은(는) {}에서 쓰고 있습니다. &apos;지정&apos;을 누르면 옮겨 옵니다.</translation>
    </message>
    <message>
        <source>{} has no keys anymore.</source>
        <translation>{}의 키가 없어졌습니다.</translation>
    </message>
    <message>
        <source>All commands have their default keys again.</source>
        <translation>모든 명령이 원래 키로 돌아갔습니다.</translation>
    </message>
    <message>
        <source>empty list</source>
        <translation>빈 목록</translation>
    </message>
    <message>
        <source>{} elements</source>
        <translation>요소 {}개</translation>
    </message>
    <message>
        <source>1 element</source>
        <translation>요소 1개</translation>
    </message>
    <message>
        <source>{:.6g} to {:.6g}, mean {:.6g}, std {:.6g}</source>
        <translation>{:.6g} ~ {:.6g}, 평균 {:.6g}, 표준편차 {:.6g}</translation>
    </message>
    <message>
        <source>Set {}</source>
        <translation>{} 설정</translation>
    </message>
    <message>
        <source>A TPUEmbeddingConfiguration as protobuf text, or @BLOCK for that of another block. Ctrl+Space completes.</source>
        <translation>protobuf 텍스트의 TPUEmbeddingConfiguration, 또는 다른 블록의 것을 가리키는 @블록. Ctrl+Space: 자동 완성.</translation>
    </message>
    <message>
        <source>Checking {}…</source>
        <translation>{} 확인 중…</translation>
    </message>
    <message>
        <source>Not checked</source>
        <translation>확인하지 않음</translation>
    </message>
    <message>
        <source>Import a value</source>
        <translation>값 가져오기</translation>
    </message>
    <message>
        <source>Name a block that has a config</source>
        <translation>config가 있는 블록을 지정하세요</translation>
    </message>
    <message>
        <source>Reading {}…</source>
        <translation>{} 읽는 중…</translation>
    </message>
    <message>
        <source>Cannot import</source>
        <translation>가져올 수 없음</translation>
    </message>
    <message>
        <source>Export the value</source>
        <translation>값 내보내기</translation>
    </message>
    <message>
        <source>Writing {}…</source>
        <translation>{} 쓰는 중…</translation>
    </message>
    <message>
        <source>Saved {}</source>
        <translation>{} 저장함</translation>
    </message>
    <message>
        <source>Cannot save</source>
        <translation>저장할 수 없음</translation>
    </message>
    <message>
        <source>Storing {}…</source>
        <translation>{} 남기는 중…</translation>
    </message>
    <message>
        <source>Cannot store the value</source>
        <translation>값을 남길 수 없음</translation>
    </message>
    <message>
        <source>This page has no other block {} with a config</source>
        <translation>{}은(는) 이 페이지에서 config가 있는 다른 블록이 아닙니다</translation>
    </message>
    <message>
        <source>Not checked: the worker cannot be started</source>
        <translation>확인하지 못함: 워커를 시작할 수 없습니다</translation>
    </message>
    <message>
        <source>TensorFlow is starting: the check follows…</source>
        <translation>TensorFlow를 시작하는 중입니다. 곧 확인합니다…</translation>
    </message>
    <message>
        <source>Not checked: the worker ended</source>
        <translation>확인하지 못함: 워커가 끝났습니다</translation>
    </message>
    <message>
        <source>at {0}</source>
        <translation>위치 {0}</translation>
    </message>
    <message>
        <source>no wire</source>
        <translation>와이어 없음</translation>
    </message>
    <message>
        <source>run the page to see it</source>
        <translation>페이지를 실행하면 보입니다</translation>
    </message>
    <message>
        <source>no elements</source>
        <translation>요소 없음</translation>
    </message>
    <message>
        <source>{0} not finite</source>
        <translation>유한하지 않은 값 {0}개</translation>
    </message>
    <message>
        <source>only one of {0} values</source>
        <translation>값 {0}개 중 하나만</translation>
    </message>
    <message>
        <source>no data yet</source>
        <translation>아직 데이터 없음</translation>
    </message>
    <message>
        <source>Set bookmark {0}</source>
        <translation>책갈피 {0} 지정</translation>
    </message>
    <message>
        <source>Bookmark {0} is set: press {0} to come back</source>
        <translation>책갈피 {0}을(를) 지정했습니다. {0}을(를) 누르면 돌아옵니다</translation>
    </message>
    <message>
        <source>This page has nine bookmarks: Ctrl+Shift+1 to 9 replaces one</source>
        <translation>이 페이지에는 책갈피 아홉 개가 모두 있습니다: Ctrl+Shift+1~9로 하나를 바꿉니다</translation>
    </message>
    <message>
        <source>Bookmark {0} is not set: Ctrl+Shift+{0} sets it</source>
        <translation>책갈피 {0}이(가) 지정되지 않았습니다. Ctrl+Shift+{0}으로 지정합니다</translation>
    </message>
    <message>
        <source>index</source>
        <translation>번호</translation>
    </message>
    <message>
        <source>the first {} of {} columns</source>
        <translation>{1}열 가운데 처음 {0}열</translation>
    </message>
    <message>
        <source>Run the page: every step is recorded from now on.</source>
        <translation>페이지를 실행하세요. 이제부터 모든 단계를 기록합니다.</translation>
    </message>
    <message>
        <source>step</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Nothing was recorded before the last reset.</source>
        <translation>마지막 초기화 전에 기록된 것이 없습니다.</translation>
    </message>
    <message>
        <source>the first {} of {} elements</source>
        <translation>요소 {1}개 가운데 처음 {0}개</translation>
    </message>
    <message>
        <source>step {0}</source>
        <translation>단계 {0}</translation>
    </message>
    <message>
        <source>difference to the previous run</source>
        <translation>이전 실행과의 차이</translation>
    </message>
    <message>
        <source>the first {} of {} channels</source>
        <translation>전체 {1}개 중 처음 {0}개 채널</translation>
    </message>
    <message>
        <source>differs by up to {:.4g}</source>
        <translation>차이 최대 {:.4g}</translation>
    </message>
    <message>
        <source>as in the previous run</source>
        <translation>이전 실행과 같음</translation>
    </message>
    <message>
        <source>channel {0}</source>
        <translation>채널 {0}</translation>
    </message>
    <message>
        <source>no finite number</source>
        <translation>유한한 수가 없음</translation>
    </message>
    <message>
        <source>{} of {} elements</source>
        <translation>요소 {1}개 가운데 {0}개</translation>
    </message>
    <message>
        <source>every {}th element</source>
        <translation>요소 {}개마다 하나</translation>
    </message>
    <message>
        <source>Read {0}</source>
        <translation>{0} 읽기</translation>
    </message>
    <message>
        <source>Read {0} files</source>
        <translation>파일 {0}개 읽기</translation>
    </message>
    <message>
        <source>CPU reference</source>
        <translation>CPU 참조 구현</translation>
    </message>
    <message>
        <source>{0} wires</source>
        <translation>와이어 {0}개</translation>
    </message>
    <message>
        <source>{0} outputs</source>
        <translation>출력 {0}개</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>블록 1개</translation>
    </message>
    <message>
        <source>{0} blocks</source>
        <translation>블록 {0}개</translation>
    </message>
    <message>
        <source>Delete and reconnect {0}</source>
        <translation>{0} 삭제하고 다시 잇기</translation>
    </message>
    <message>
        <source>Delete and reconnect {0} items</source>
        <translation>{0}개 항목 삭제하고 다시 잇기</translation>
    </message>
    <message>
        <source>Wire {0}</source>
        <translation>{0} 연결</translation>
    </message>
    <message>
        <source>Wire {0} blocks</source>
        <translation>블록 {0}개 연결</translation>
    </message>
    <message>
        <source>Swap the inputs of {0}</source>
        <translation>{0}의 입력 맞바꾸기</translation>
    </message>
    <message>
        <source>Swap the sources of two wires</source>
        <translation>두 와이어의 출발점 맞바꾸기</translation>
    </message>
    <message>
        <source>Make a block of {0}</source>
        <translation>{0}을(를) 블록으로 만들기</translation>
    </message>
    <message>
        <source>Make {0} blocks of values</source>
        <translation>값 {0}개를 블록으로 만들기</translation>
    </message>
    <message>
        <source>Type in {0}</source>
        <translation>{0} 적기</translation>
    </message>
    <message>
        <source>Type in {0} values</source>
        <translation>값 {0}개 적기</translation>
    </message>
    <message>
        <source>W&amp;ire…</source>
        <translation>와이어 연결(&amp;I)…</translation>
    </message>
    <message>
        <source>Choose a wire that fits the selected blocks</source>
        <translation>선택한 블록에 연결할 수 있는 와이어 중에서 고릅니다</translation>
    </message>
    <message>
        <source>select a block first</source>
        <translation>먼저 블록을 선택하세요</translation>
    </message>
    <message>
        <source>select a block or a wire first</source>
        <translation>먼저 블록이나 와이어를 선택하세요</translation>
    </message>
    <message>
        <source>there is nothing to undo</source>
        <translation>아직 아무것도 하지 않았습니다</translation>
    </message>
    <message>
        <source>there is nothing to redo</source>
        <translation>실행 취소한 것이 없습니다</translation>
    </message>
    <message>
        <source>the document has only one page</source>
        <translation>문서에 페이지가 하나뿐입니다</translation>
    </message>
    <message>
        <source>nothing is running</source>
        <translation>실행 중인 것이 없습니다</translation>
    </message>
    <message>
        <source>Alt and arrow keys</source>
        <translation>Alt+화살표 키</translation>
    </message>
    <message>
        <source>Select the next block in that direction; Shift adds it</source>
        <translation>그 방향의 다음 블록을 선택합니다. Shift를 누르면 선택에 더합니다</translation>
    </message>
    <message>
        <source>Drop a block without wires, or a type, over a wire</source>
        <translation>와이어가 없는 블록이나 블록 유형을 와이어 위에 놓기</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>{0} before {1}</source>
        <translation>{0} 다음 {1}</translation>
    </message>
    <message>
        <source>{0} selected: {1}</source>
        <translation>{0}개 선택됨: {1}</translation>
    </message>
    <message>
        <source>{0} blocks, nothing selected</source>
        <translation>블록 {0}개, 선택 없음</translation>
    </message>
    <message>
        <source>without wires</source>
        <translation>와이어 없음</translation>
    </message>
    <message>
        <source>Page {0}</source>
        <translation>페이지 {0}</translation>
    </message>
    <message>
        <source>Favourites</source>
        <translation>즐겨찾기</translation>
    </message>
    <message>
        <source>Recently added</source>
        <translation>최근에 추가한 것</translation>
    </message>
    <message>
        <source>unknown type</source>
        <translation>알 수 없는 유형</translation>
    </message>
    <message>
        <source>Change the type of {0}</source>
        <translation>{0}의 유형 바꾸기</translation>
    </message>
    <message>
        <source>Change the type of {0} blocks</source>
        <translation>블록 {0}개의 유형 바꾸기</translation>
    </message>
    <message>
        <source>Fetched</source>
        <translation>가져오는 값</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>변수</translation>
    </message>
    <message>
        <source>{} more</source>
        <translation>{}개 더 있음</translation>
    </message>
    <message>
        <source>{} blocks</source>
        <translation>블록 {}개</translation>
    </message>
    <message>
        <source>{} wires</source>
        <translation>와이어 {}개</translation>
    </message>
    <message>
        <source>1 wire</source>
        <translation>와이어 1개</translation>
    </message>
    <message>
        <source>{} frames</source>
        <translation>프레임 {}개</translation>
    </message>
    <message>
        <source>{} notes</source>
        <translation>노트 {}개</translation>
    </message>
    <message>
        <source>1 frame</source>
        <translation>프레임 1개</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>노트 1개</translation>
    </message>
    <message>
        <source>Select a block to see its pins, attributes and results.</source>
        <translation>블록을 선택하면 핀, 속성, 결과가 보입니다.</translation>
    </message>
    <message>
        <source>Go to {}</source>
        <translation>{}(으)로 이동</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Parameters: {}</source>
        <translation>매개변수: {}</translation>
    </message>
    <message>
        <source>Elements of the variables</source>
        <translation>변수의 요소 수</translation>
    </message>
    <message>
        <source>FLOPs of one example: {}</source>
        <translation>예제 하나의 FLOP: {}</translation>
    </message>
    <message>
        <source>Floating point operations: a multiplication with its addition counts as 2</source>
        <translation>부동소수점 연산: 곱셈과 그 덧셈을 2로 셉니다</translation>
    </message>
    <message>
        <source>Not counted, since shapes are not known: {}</source>
        <translation>형상을 몰라 세지 않음: {}</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>빨강</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>주황</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>노랑</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>초록</translation>
    </message>
    <message>
        <source>Turquoise</source>
        <translation>청록</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>파랑</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>보라</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>회색</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>색</translation>
    </message>
    <message>
        <source>Save the picture in the folder of the document, and add a block that reads it</source>
        <translation>그림을 문서의 폴더에 저장하고 읽기</translation>
    </message>
    <message>
        <source>Another…</source>
        <translation>다른 색…</translation>
    </message>
    <message>
        <source>Default colour</source>
        <translation>테마의 색</translation>
    </message>
    <message>
        <source>Colour {0}</source>
        <translation>{0}에 색 입히기</translation>
    </message>
    <message>
        <source>Colour {0} items</source>
        <translation>{0}개 항목에 색 입히기</translation>
    </message>
    <message>
        <source>Preferences</source>
        <translation>환경설정</translation>
    </message>
    <message>
        <source>Like the system</source>
        <translation>시스템 설정 따르기</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>Show the &amp;map on every page</source>
        <translation>모든 페이지에 지도 표시(&amp;M)</translation>
    </message>
    <message>
        <source>Zooms</source>
        <translation>확대·축소</translation>
    </message>
    <message>
        <source>Moves the page, with Ctrl it zooms</source>
        <translation>페이지를 옮기고, Ctrl을 누르면 확대·축소</translation>
    </message>
    <message>
        <source>{} pixels</source>
        <translation>{}픽셀</translation>
    </message>
    <message>
        <source>&amp;Draw it on every page</source>
        <translation>모든 페이지에 격자 그리기(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts…</source>
        <translation>키보드 단축키(&amp;K)…</translation>
    </message>
    <message>
        <source>T&amp;arget…</source>
        <translation>대상(&amp;A)…</translation>
    </message>
    <message>
        <source>Map Windows &amp;Folders…</source>
        <translation>Windows 폴더 지정(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>테마(&amp;T):</translation>
    </message>
    <message>
        <source>Te&amp;xt size:</source>
        <translation>글자 크기(&amp;X):</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>언어(&amp;L):</translation>
    </message>
    <message>
        <source>Pages:</source>
        <translation>페이지:</translation>
    </message>
    <message>
        <source>&amp;Wheel:</source>
        <translation>휠(&amp;W):</translation>
    </message>
    <message>
        <source>Ten&amp;sorFlow of:</source>
        <translation>TensorFlow 환경(&amp;S):</translation>
    </message>
    <message>
        <source>Custom &amp;ops:</source>
        <translation>사용자 정의 연산(&amp;O):</translation>
    </message>
    <message>
        <source>Runs:</source>
        <translation>실행:</translation>
    </message>
    <message>
        <source>Files:</source>
        <translation>파일:</translation>
    </message>
    <message>
        <source>Keys:</source>
        <translation>단축키:</translation>
    </message>
    <message>
        <source>&amp;Grid:</source>
        <translation>격자(&amp;G):</translation>
    </message>
    <message>
        <source>Memory for past steps:</source>
        <translation>이전 단계용 메모리:</translation>
    </message>
    <message>
        <source>Edits are autosaved to a crash journal within a second; the file itself changes when you save.</source>
        <translation>편집은 1초 안에 복구 기록에 자동 저장되고, 파일 자체는 저장할 때 바뀝니다.</translation>
    </message>
    <message>
        <source>Insert {0} items</source>
        <translation>{0}개 항목 넣기</translation>
    </message>
    <message>
        <source>then, at {0}: {1}</source>
        <translation>그다음 {0}에서: {1}</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>없애세요</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>shape</translation>
    </message>
    <message>
        <source>{0} per step, {1} % of all blocks</source>
        <translation>한 단계에 {0}, 전체 블록의 {1} %</translation>
    </message>
    <message>
        <source>--scale is between 0.01 and 100</source>
        <translation>--scale은 0.01에서 100까지입니다</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s ops could not be read: {}</source>
        <translation>TensorFlow의 op을 읽지 못했습니다: {}</translation>
    </message>
    <message>
        <source>there is no memory for a PNG of {} x {} pixels: use a smaller --scale, or .svg</source>
        <translation>{} x {}픽셀 PNG를 위한 메모리가 없습니다. 더 작은 --scale이나 .svg를 쓰세요</translation>
    </message>
    <message>
        <source> and </source>
        <translation>, </translation>
    </message>
    <message>
        <source>{}: cannot be read: {}</source>
        <translation>{}: 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>{}: not an .npy file of numbers or text: {}</source>
        <translation>{}: 숫자나 텍스트의 .npy 파일이 아닙니다: {}</translation>
    </message>
    <message>
        <source>a {} output does not fit a {} pin</source>
        <translation>{} 출력은 {} 핀에 맞지 않습니다</translation>
    </message>
    <message>
        <source>{} does not fit {}</source>
        <translation>{}은(는) {}에 맞지 않습니다</translation>
    </message>
    <message>
        <source>there is nothing to run: the page has no blocks</source>
        <translation>실행할 것이 없습니다. 페이지에 블록이 없습니다</translation>
    </message>
    <message>
        <source>it is in the frame {}, which is not on this page</source>
        <translation>이 페이지에 없는 프레임 {}에 들어 있습니다</translation>
    </message>
    <message>
        <source>the wire {} ends at the block {}, which is not on this page</source>
        <translation>와이어 {}이(가) 이 페이지에 없는 블록 {}에서 끝납니다</translation>
    </message>
    <message>
        <source>Remove the wire, or add the block</source>
        <translation>와이어를 삭제하거나 블록을 추가하세요</translation>
    </message>
    <message>
        <source>there is no block type {}</source>
        <translation>블록 유형 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>Did you mean {}?</source>
        <translation>{}을(를) 말씀하셨나요?</translation>
    </message>
    <message>
        <source> or </source>
        <translation> 또는 </translation>
    </message>
    <message>
        <source>{} has no input or attribute {}</source>
        <translation>{}에 입력이나 속성 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>Clear the value</source>
        <translation>값을 지우세요</translation>
    </message>
    <message>
        <source>a {} pin takes no typed-in value</source>
        <translation>{} 핀은 입력한 값을 받지 않습니다</translation>
    </message>
    <message>
        <source>{} has no wire and no value</source>
        <translation>{}에 와이어도 값도 없습니다</translation>
    </message>
    <message>
        <source>{} takes one wire and has {}</source>
        <translation>{}은(는) 와이어를 하나만 받는데 {}개가 있습니다</translation>
    </message>
    <message>
        <source>Keep one of {}</source>
        <translation>다음 가운데 하나만 남기세요: {}</translation>
    </message>
    <message>
        <source>the wire {} begins at the block {}, which is not on this page</source>
        <translation>와이어 {}이(가) 이 페이지에 없는 블록 {}에서 시작합니다</translation>
    </message>
    <message>
        <source>the control wire {} touches {}, which is not an operation</source>
        <translation>제어 와이어 {}이(가) 연산이 아닌 {}에 닿습니다</translation>
    </message>
    <message>
        <source>{} has no input {}, where the wire from {}.{} ends</source>
        <translation>{0}에 입력 {1}이(가) 없는데 {2}.{3}에서 온 와이어가 거기서 끝납니다</translation>
    </message>
    <message>
        <source>Remove the wire and type {}: it is an attribute</source>
        <translation>와이어를 삭제하고 {}을(를) 입력하세요. 속성입니다</translation>
    </message>
    <message>
        <source>Its inputs are {}</source>
        <translation>입력: {}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>{}.{} is {} output, and {} takes {}</source>
        <translation>{}.{}은(는) {} 출력인데 {}은(는) {}을(를) 받습니다</translation>
    </message>
    <message>
        <source>Draw the wire again</source>
        <translation>와이어를 다시 그리세요</translation>
    </message>
    <message>
        <source>{} has no output {}, where the wire to {}.{} begins</source>
        <translation>{0}에 출력 {1}이(가) 없는데 {2}.{3}(으)로 가는 와이어가 거기서 시작합니다</translation>
    </message>
    <message>
        <source>Its outputs are {}</source>
        <translation>출력: {}</translation>
    </message>
    <message>
        <source>Wire {}.{} to {}.{}</source>
        <translation>{}.{}을(를) {}.{}에 연결하세요</translation>
    </message>
    <message>
        <source>{} has {}, so there is no {}</source>
        <translation>{0}의 출력은 {1}이므로 {2}은(는) 없습니다</translation>
    </message>
    <message>
        <source>Give {} or more</source>
        <translation>{} 이상을 주세요</translation>
    </message>
    <message>
        <source>Wire more outputs to it</source>
        <translation>출력을 더 연결하세요</translation>
    </message>
    <message>
        <source>is {}</source>
        <translation>{}입니다</translation>
    </message>
    <message>
        <source>{}.{} gives {}, but {} says {}</source>
        <translation>{}.{}의 출력은 {}인데 {}에는 {}(이)라고 되어 있습니다</translation>
    </message>
    <message>
        <source>Insert a Cast to {}, or change {}</source>
        <translation>{0}(으)로 바꾸는 Cast를 끼워 넣거나 {1}을(를) 바꾸세요</translation>
    </message>
    <message>
        <source>Write /job:ps/task:0 for a task of a cluster, /device:CPU:0 for a device, or both in one</source>
        <translation>클러스터의 태스크는 /job:ps/task:0, 장치는 /device:CPU:0, 또는 둘을 이어서 쓰세요</translation>
    </message>
    <message>
        <source>the session fetches and runs nothing</source>
        <translation>세션이 가져오거나 실행하는 것이 없습니다</translation>
    </message>
    <message>
        <source>Wire outputs to fetch_outputs, or operations to run_outputs</source>
        <translation>fetch_outputs에 출력을, 또는 run_outputs에 연산을 연결하세요</translation>
    </message>
    <message>
        <source>there is nothing to run</source>
        <translation>실행할 것이 없습니다</translation>
    </message>
    <message>
        <source>{} does not run on a CPU: it has kernels for {} only</source>
        <translation>{}은(는) CPU에서 실행되지 않습니다. 커널이 {}에만 있습니다</translation>
    </message>
    <message>
        <source>{} does not run on a CPU: this TensorFlow has no kernel for it</source>
        <translation>{}은(는) CPU에서 실행되지 않습니다. 이 TensorFlow에 커널이 없습니다</translation>
    </message>
    <message>
        <source>{}.{} is fed by {} already{}</source>
        <translation>{0}.{1}은(는) 이미{3} {2}이(가) 값을 공급합니다</translation>
    </message>
    <message>
        <source>Remove one of the two</source>
        <translation>둘 가운데 하나를 삭제하세요</translation>
    </message>
    <message>
        <source>nothing feeds it{}</source>
        <translation>값을 공급하는 것이 없습니다{}</translation>
    </message>
    <message>
        <source>Wire feed to the inputs of a Session</source>
        <translation>feed를 Session의 inputs에 연결하세요</translation>
    </message>
    <message>
        <source>the value of a Feed is typed in, not wired</source>
        <translation>Feed의 값은 연결하지 않고 입력합니다</translation>
    </message>
    <message>
        <source>Remove the wire and type the value</source>
        <translation>와이어를 삭제하고 값을 입력하세요</translation>
    </message>
    <message>
        <source>the initial value depends on {}, and variables are initialised before anything is fed</source>
        <translation>초깃값이 {}에 따라 정해지는데, 변수는 값이 공급되기 전에 초기화됩니다</translation>
    </message>
    <message>
        <source>Take a constant, or assign in a step</source>
        <translation>상수를 쓰거나 단계 안에서 할당하세요</translation>
    </message>
    <message>
        <source>Wire outputs to {}, or type a value</source>
        <translation>{}에 출력을 연결하거나 값을 입력하세요</translation>
    </message>
    <message>
        <source>Wire an output to {}, or type a value</source>
        <translation>{}에 출력을 연결하거나 값을 입력하세요</translation>
    </message>
    <message>
        <source>Wire the handle to {}</source>
        <translation>{}에 핸들을 연결하세요</translation>
    </message>
    <message>
        <source>Wire a variable to {}</source>
        <translation>{}에 변수를 연결하세요</translation>
    </message>
    <message>
        <source>Wire outputs to {}</source>
        <translation>{}에 출력을 연결하세요</translation>
    </message>
    <message>
        <source>Wire an output to {}</source>
        <translation>{}에 출력을 연결하세요</translation>
    </message>
    <message>
        <source>Clear the value and wire the handle to {}</source>
        <translation>값을 지우고 {}에 핸들을 연결하세요</translation>
    </message>
    <message>
        <source>Clear the value and wire a variable to {}</source>
        <translation>값을 지우고 {}에 변수를 연결하세요</translation>
    </message>
    <message>
        <source>Clear the value and wire outputs to {}</source>
        <translation>값을 지우고 {}에 출력을 연결하세요</translation>
    </message>
    <message>
        <source>Clear the value and wire an output to {}</source>
        <translation>값을 지우고 {}에 출력을 연결하세요</translation>
    </message>
    <message>
        <source>Wire one element of it: {}.{}[0]</source>
        <translation>요소 하나를 연결하세요: {}.{}[0]</translation>
    </message>
    <message>
        <source>Wire an output that is {}</source>
        <translation>{} 출력을 연결하세요</translation>
    </message>
    <message>
        <source> in {}</source>
        <translation> ({})</translation>
    </message>
    <message>
        <source>{}: line {}, column {}: {}</source>
        <translation>{}: {}행 {}열: {}</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}: {}</translation>
    </message>
    <message>
        <source>the job {!r} is there twice: write all of its addresses in one list</source>
        <translation>job {!r}이(가) 두 번 있습니다. 주소를 모두 한 목록에 쓰세요</translation>
    </message>
    <message>
        <source>a cluster is an object of jobs and their addresses, such as {&quot;ps&quot;: [&quot;localhost:2222&quot;]}</source>
        <translation>클러스터는 job과 그 주소로 된 객체입니다. 예: {&quot;ps&quot;: [&quot;localhost:2222&quot;]}</translation>
    </message>
    <message>
        <source>the job {!r} wants a list of addresses, one for each of its tasks</source>
        <translation>job {!r}에는 태스크마다 하나씩 주소의 목록이 있어야 합니다</translation>
    </message>
    <message>
        <source>{} and {} have the same address {}: each task needs its own</source>
        <translation>{}와(과) {}의 주소가 {}(으)로 같습니다. 태스크마다 주소가 따로 있어야 합니다</translation>
    </message>
    <message>
        <source>the cluster has no job {!r}; its jobs are: {}</source>
        <translation>클러스터에 job {!r}이(가) 없습니다. 있는 job: {}</translation>
    </message>
    <message>
        <source>its device is {}, but {}</source>
        <translation>장치가 {}인데 {}</translation>
    </message>
    <message>
        <source>{} is not a number</source>
        <translation>{}은(는) 숫자가 아닙니다</translation>
    </message>
    <message>
        <source>there is no block {} on page {}; did you mean {}?</source>
        <translation>블록 {0}이(가) 페이지 {1}에 없습니다. {2}을(를) 뜻하나요?</translation>
    </message>
    <message>
        <source>there is no block {} on page {}</source>
        <translation>블록 {0}이(가) 페이지 {1}에 없습니다</translation>
    </message>
    <message>
        <source>{} has no output that a condition could test</source>
        <translation>{}에는 조건으로 검사할 수 있는 출력이 없습니다</translation>
    </message>
    <message>
        <source>{} has no output {}; it has: {}</source>
        <translation>{}에는 출력 {}이(가) 없습니다. 있는 출력: {}</translation>
    </message>
    <message>
        <source>{} has several outputs: name one of {}</source>
        <translation>{}에는 출력이 여럿입니다. 다음 중 하나를 적으세요: {}</translation>
    </message>
    <message>
        <source>not an edit: {}</source>
        <translation>편집이 아닙니다: {}</translation>
    </message>
    <message>
        <source>there is no {} on page {}</source>
        <translation>페이지 {1}에 {0}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{} is already used on page {}</source>
        <translation>{0}은(는) 페이지 {1}에서 이미 쓰입니다</translation>
    </message>
    <message>
        <source>there is no block or frame {} on page {}</source>
        <translation>페이지 {1}에 블록이나 프레임 {0}이(가) 없습니다</translation>
    </message>
    <message>
        <source>there is no page {!r}</source>
        <translation>페이지 {!r}이(가) 없습니다</translation>
    </message>
    <message>
        <source>an id</source>
        <translation>같은 id</translation>
    </message>
    <message>
        <source>there is no wire {} on page {}</source>
        <translation>페이지 {1}에 와이어 {0}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{!r} is not a name for a block: use letters, digits, _ and -</source>
        <translation>{!r}은(는) 블록 이름이 아닙니다. 글자, 숫자, _, -를 쓰세요</translation>
    </message>
    <message>
        <source>{!r} is not a name for a page: begin with a letter or digit, without / and \</source>
        <translation>{!r}은(는) 페이지 이름이 아닙니다. 글자나 숫자로 시작하고 /와 \는 쓰지 마세요</translation>
    </message>
    <message>
        <source>there is already a page {!r}</source>
        <translation>페이지 {!r}이(가) 이미 있습니다</translation>
    </message>
    <message>
        <source>{!r} is not a kind of wire</source>
        <translation>{!r}은(는) 와이어의 종류가 아닙니다</translation>
    </message>
    <message>
        <source>a {} wire goes from block to block</source>
        <translation>{} 와이어는 블록에서 블록으로 갑니다</translation>
    </message>
    <message>
        <source>a {} wire goes from pin to pin</source>
        <translation>{} 와이어는 핀에서 핀으로 갑니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not a colour: write #rrggbb</source>
        <translation>{!r:.40}은(는) 색이 아닙니다. #rrggbb로 쓰세요</translation>
    </message>
    <message>
        <source>an array of {} elements is more than a page holds</source>
        <translation>요소 {}개의 배열은 페이지에 담을 수 없습니다</translation>
    </message>
    <message>
        <source>a {} array at {!r:.20} of the .dat file is none</source>
        <translation>.dat 파일의 {1!r:.20}에 있는 {0} 배열은 배열이 아닙니다</translation>
    </message>
    <message>
        <source>the .dat file ends before it: {} bytes, {} needed</source>
        <translation>.dat 파일이 그 전에 끝납니다: {}바이트, 필요한 것은 {}바이트</translation>
    </message>
    <message>
        <source>{} elements are stored where its shape says {}</source>
        <translation>shape에는 {1}개라고 되어 있는데 요소 {0}개가 저장되어 있습니다</translation>
    </message>
    <message>
        <source>{!r:.30} is no 32-bit number</source>
        <translation>{!r:.30}은(는) 32비트 숫자가 아닙니다</translation>
    </message>
    <message>
        <source>enuSpace has no symbol {}: the block is kept, but does nothing</source>
        <translation>enuSpace에 심볼 {}이(가) 없습니다. 블록은 남지만 아무 일도 하지 않습니다</translation>
    </message>
    <message>
        <source>Replace it by a monitor or another block</source>
        <translation>모니터나 다른 블록으로 바꾸세요</translation>
    </message>
    <message>
        <source>{} has no wire</source>
        <translation>{}에 와이어가 없습니다</translation>
    </message>
    <message>
        <source>Wire a Tensor or an Input_Initializer, or type the value</source>
        <translation>Tensor나 Input_Initializer를 연결하거나 값을 입력하세요</translation>
    </message>
    <message>
        <source>{} has no {}: the value is ignored, as in enuSpace</source>
        <translation>{}에 {}이(가) 없습니다. 값은 enuSpace에서처럼 무시됩니다</translation>
    </message>
    <message>
        <source>{} stored results: a document holds none, they come with a run</source>
        <translation>저장된 결과 {}개: 문서에는 담지 않으며 실행하면 나옵니다</translation>
    </message>
    <message>
        <source>{}: there is nothing like it</source>
        <translation>{}: 비슷한 것이 없습니다</translation>
    </message>
    <message>
        <source>the text is turned by {:g} degrees: shown upright</source>
        <translation>텍스트가 {:g}도 돌아가 있어 똑바로 보입니다</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>{} without a shape that is known</source>
        <translation>알려진 모양이 없는 {}</translation>
    </message>
    <message>
        <source>a Lua script of {}: kept as text, never run</source>
        <translation>{}의 Lua 스크립트: 텍스트로 남기며 실행하지 않습니다</translation>
    </message>
    <message>
        <source>the page</source>
        <translation>페이지</translation>
    </message>
    <message>
        <source>a block without a symbol</source>
        <translation>심볼이 없는 블록</translation>
    </message>
    <message>
        <source>the id {} is used twice: this one is {}, and wires stay with the first</source>
        <translation>id {}이(가) 두 번 쓰였습니다. 이것은 {}이(가) 되고 와이어는 첫째 것에 남습니다</translation>
    </message>
    <message>
        <source>the block is turned or scaled: shown as others are</source>
        <translation>블록이 돌아갔거나 크기가 바뀌었습니다. 다른 블록처럼 보입니다</translation>
    </message>
    <message>
        <source>{} of the block</source>
        <translation>블록의 {}</translation>
    </message>
    <message>
        <source>the attribute {} = {!r:.60}</source>
        <translation>속성 {} = {!r:.60}</translation>
    </message>
    <message>
        <source>{} = {!r:.60}: the op has no such input</source>
        <translation>{} = {!r:.60}: op에 그런 입력이 없습니다</translation>
    </message>
    <message>
        <source>the value of {}: {}</source>
        <translation>{}의 값: {}</translation>
    </message>
    <message>
        <source>the wire from {}.{} to {}.{}: there is no {}</source>
        <translation>{}.{}에서 {}.{}(으)로 가는 와이어: {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>such pin</source>
        <translation>그런 핀</translation>
    </message>
    <message>
        <source>nothing comes from there</source>
        <translation>거기서 나오는 것이 없습니다</translation>
    </message>
    <message>
        <source>the wire from {}.{} to {}.{}: {}</source>
        <translation>{}.{}에서 {}.{}(으)로 가는 와이어: {}</translation>
    </message>
    <message>
        <source>{} of the wire</source>
        <translation>와이어의 {}</translation>
    </message>
    <message>
        <source>--map wants FROM=TO, not {!r}</source>
        <translation>--map에는 FROM=TO를 씁니다. {!r}은(는) 아닙니다</translation>
    </message>
    <message>
        <source>it names the Windows file {}</source>
        <translation>Windows 파일 {}을(를) 가리킵니다</translation>
    </message>
    <message>
        <source>symbol library</source>
        <translation>심볼 라이브러리</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>그런 파일이 없습니다</translation>
    </message>
    <message>
        <source>the page is listed twice</source>
        <translation>페이지가 두 번 나옵니다</translation>
    </message>
    <message>
        <source>the page cannot be read: {}</source>
        <translation>페이지를 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>the page that was in front, since pages keep their order here</source>
        <translation>앞에 있던 페이지: 여기서는 페이지의 차례를 지킵니다</translation>
    </message>
    <message>
        <source>a {} of the project: only its pages are read</source>
        <translation>프로젝트의 {}: 페이지만 읽습니다</translation>
    </message>
    <message>
        <source>{}: the project has no page that can be read: {}</source>
        <translation>{}: 프로젝트에 읽을 수 있는 페이지가 없습니다: {}</translation>
    </message>
    <message>
        <source>the global page cannot be read: {}</source>
        <translation>전역 페이지를 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>a {} {} of the global page</source>
        <translation>전역 페이지의 {} {}</translation>
    </message>
    <message>
        <source>kept as a note</source>
        <translation>메모로 남김</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>내용</translation>
    </message>
    <message>
        <source>First rows</source>
        <translation>처음 행</translation>
    </message>
    <message>
        <source>Used as</source>
        <translation>쓰임</translation>
    </message>
    <message>
        <source>{0}: used as</source>
        <translation>{0}: 쓰임</translation>
    </message>
    <message>
        <source>number</source>
        <translation>수</translation>
    </message>
    <message>
        <source>categories</source>
        <translation>범주</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>빠짐</translation>
    </message>
    <message>
        <source>target</source>
        <translation>배울 것</translation>
    </message>
    <message>
        <source>row numbers</source>
        <translation>행 번호</translation>
    </message>
    <message>
        <source>numbers, {0} to {1}</source>
        <translation>수, {0}~{1}</translation>
    </message>
    <message>
        <source>more than {0} different texts</source>
        <translation>글, 서로 다른 값이 {0}개 넘음</translation>
    </message>
    <message>
        <source>{0} texts: {1}</source>
        <translation>글 {0}가지: {1}</translation>
    </message>
    <message>
        <source>; {0} missing</source>
        <translation>; {0}개 빠짐</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>바뀜</translation>
    </message>
    <message>
        <source>fault</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>shown plainly</source>
        <translation>단순하게 보임</translation>
    </message>
    <message>
        <source>{}: {}: {}</source>
        <translation>{}: {}: {}</translation>
    </message>
    <message>
        <source>{} on import: {}</source>
        <translation>가져올 때 {}: {}</translation>
    </message>
    <message>
        <source>a chart: with axes, legend and fonts as all charts have them</source>
        <translation>차트: 축, 범례, 글꼴은 모든 차트와 같습니다</translation>
    </message>
    <message>
        <source>a field to type into</source>
        <translation>입력란</translation>
    </message>
    <message>
        <source>a text that a script fills with {}.{}: it is a Number now</source>
        <translation>스크립트가 {}.{}(으)로 채우는 텍스트: 이제 Number입니다</translation>
    </message>
    <message>
        <source>several results are shown by its scripts: it shows the first</source>
        <translation>스크립트가 결과를 여럿 보입니다. 첫째 것을 보입니다</translation>
    </message>
    <message>
        <source>it shows {} without {!r:.60}, which its script adds</source>
        <translation>{0}을(를) 보이며, 스크립트가 덧붙이는 {1!r:.60}은(는) 빠집니다</translation>
    </message>
    <message>
        <source>nothing says plainly what it shows: wire an output to its {}</source>
        <translation>무엇을 보이는지 분명하지 않습니다. {}에 출력을 연결하세요</translation>
    </message>
    <message>
        <source>byte {} is no {} text</source>
        <translation>{}번째 바이트는 {} 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>there is no XML in it</source>
        <translation>XML이 없습니다</translation>
    </message>
    <message>
        <source> in the {}</source>
        <translation> ({})</translation>
    </message>
    <message>
        <source>line {}: {}{}</source>
        <translation>{}행: {}{}</translation>
    </message>
    <message>
        <source>there is no element in it</source>
        <translation>요소가 없습니다</translation>
    </message>
    <message>
        <source>its elements are nested deeper than {}</source>
        <translation>요소가 {}단계보다 깊이 겹쳐 있습니다</translation>
    </message>
    <message>
        <source>it declares a document type, which no enuSpace file does: it is not read, lest it read other files or grow without end</source>
        <translation>문서 유형을 선언하는데 enuSpace 파일은 그렇지 않습니다. 다른 파일을 읽거나 끝없이 커질 수 있어 읽지 않습니다</translation>
    </message>
    <message>
        <source>the document</source>
        <translation>문서</translation>
    </message>
    <message>
        <source>page {}</source>
        <translation>페이지 {}</translation>
    </message>
    <message>
        <source>a block of {}</source>
        <translation>{}의 블록</translation>
    </message>
    <message>
        <source>{}, block {}</source>
        <translation>{}, 블록 {}</translation>
    </message>
    <message>
        <source>a frame of {}</source>
        <translation>{}의 프레임</translation>
    </message>
    <message>
        <source>{}, frame {}</source>
        <translation>{}, 프레임 {}</translation>
    </message>
    <message>
        <source>a note of {}</source>
        <translation>{}의 메모</translation>
    </message>
    <message>
        <source>{}, note {}</source>
        <translation>{}, 메모 {}</translation>
    </message>
    <message>
        <source>a bookmark of {}</source>
        <translation>{}의 책갈피</translation>
    </message>
    <message>
        <source>{}, bookmark {}</source>
        <translation>{}, 책갈피 {}</translation>
    </message>
    <message>
        <source>a wire of {}</source>
        <translation>{}의 와이어</translation>
    </message>
    <message>
        <source>{}, a wire</source>
        <translation>{}, 와이어</translation>
    </message>
    <message>
        <source>{}, wire {} -&gt; {}</source>
        <translation>{}, 와이어 {} -&gt; {}</translation>
    </message>
    <message>
        <source>{!r:.60} is not a name for a page</source>
        <translation>{!r:.60}은(는) 페이지 이름이 아닙니다</translation>
    </message>
    <message>
        <source>the page name {} is used twice</source>
        <translation>페이지 이름 {}이(가) 두 번 쓰였습니다</translation>
    </message>
    <message>
        <source>the document has no page</source>
        <translation>문서에 페이지가 없습니다</translation>
    </message>
    <message>
        <source>the id {} is used twice on page {}</source>
        <translation>페이지 {1}에서 id {0}이(가) 두 번 쓰였습니다</translation>
    </message>
    <message>
        <source>&quot;values&quot; must map pin names to texts</source>
        <translation>&quot;values&quot;는 핀 이름마다 텍스트를 주어야 합니다</translation>
    </message>
    <message>
        <source>a bookmark has a digit from 1 to 9, not {!r:.40}</source>
        <translation>책갈피에는 1부터 9까지의 숫자가 있어야 합니다. {!r:.40}은(는) 안 됩니다</translation>
    </message>
    <message>
        <source>&quot;scale&quot; is not a number from {} to {}</source>
        <translation>&quot;scale&quot;이 {}에서 {}까지의 수가 아닙니다</translation>
    </message>
    <message>
        <source>it is there twice, and no other digit is free</source>
        <translation>두 번 있고 남은 숫자가 없습니다</translation>
    </message>
    <message>
        <source>there are two bookmarks {} on page {}</source>
        <translation>페이지 {1}에 책갈피 {0}이(가) 둘 있습니다</translation>
    </message>
    <message>
        <source>The second one was opened as {}</source>
        <translation>둘째 것은 {}(으)로 열었습니다</translation>
    </message>
    <message>
        <source>the wire from {} to {} has the unknown kind {!r:.40}; there are {}</source>
        <translation>{}에서 {}(으)로 가는 와이어의 종류 {!r:.40}을(를) 알 수 없습니다. 가능한 값: {}</translation>
    </message>
    <message>
        <source>a {} wire goes from BLOCK to BLOCK, not from {!r:.60} to {!r:.60}</source>
        <translation>{} 와이어는 블록에서 블록으로 갑니다. {!r:.60}에서 {!r:.60}(으)로는 갈 수 없습니다</translation>
    </message>
    <message>
        <source>a {} wire goes from BLOCK.PIN to BLOCK.PIN, not from {!r:.60} to {!r:.60}</source>
        <translation>{} 와이어는 블록.핀에서 블록.핀으로 갑니다. {!r:.60}에서 {!r:.60}(으)로는 갈 수 없습니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a colour such as #8c4002</source>
        <translation>&quot;{}&quot;은(는) #8c4002 같은 색이 아닙니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is neither true nor false</source>
        <translation>&quot;{}&quot;은(는) 참도 거짓도 아닙니다</translation>
    </message>
    <message>
        <source>{} is not a JSON object</source>
        <translation>{}이(가) JSON 객체가 아닙니다</translation>
    </message>
    <message>
        <source>{} has the unknown key {!r:.40}</source>
        <translation>{}에 알 수 없는 키 {!r:.40}이(가) 있습니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a list</source>
        <translation>&quot;{}&quot;이(가) 목록이 아닙니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is missing</source>
        <translation>&quot;{}&quot;이(가) 없습니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a text</source>
        <translation>&quot;{}&quot;이(가) 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>{!r:.60} is not a name for a block: use letters, digits, _ and -</source>
        <translation>{!r:.60}은(는) 블록 이름이 아닙니다. 글자, 숫자, _, -를 쓰세요</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a pair of numbers</source>
        <translation>&quot;{}&quot;이(가) 두 수의 쌍이 아닙니다</translation>
    </message>
    <message>
        <source>not a Blockloom document: byte {} is not UTF-8 text</source>
        <translation>Blockloom 문서가 아닙니다. {}번째 바이트가 UTF-8 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>not a Blockloom document: {}</source>
        <translation>Blockloom 문서가 아닙니다: {}</translation>
    </message>
    <message>
        <source>not a Blockloom document: it does not begin with {&quot;blockloom&quot;: ...}</source>
        <translation>Blockloom 문서가 아닙니다. {&quot;blockloom&quot;: ...}(으)로 시작하지 않습니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not a version of the file format</source>
        <translation>{!r:.40}은(는) 파일 형식의 버전이 아닙니다</translation>
    </message>
    <message>
        <source>written by a newer Blockloom (format {}; this one reads up to {}): update Blockloom to open it</source>
        <translation>더 새로운 Blockloom에서 쓴 파일입니다(형식 {}, 이 버전은 {}까지 읽음). 열려면 Blockloom을 업데이트하세요</translation>
    </message>
    <message>
        <source>the file is write-protected</source>
        <translation>파일이 쓰기 금지되어 있습니다</translation>
    </message>
    <message>
        <source>{}: cannot be saved: {}: the file on disk is unchanged</source>
        <translation>{}: 저장할 수 없습니다: {}. 디스크의 파일은 그대로입니다</translation>
    </message>
    <message>
        <source>{}: cannot be saved: {}</source>
        <translation>{}: 저장할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>Clear {}.{}</source>
        <translation>{}.{} 지우기</translation>
    </message>
    <message>
        <source>Remove the wire {}</source>
        <translation>와이어 {} 삭제</translation>
    </message>
    <message>
        <source>Remove {} wires</source>
        <translation>와이어 {}개 삭제</translation>
    </message>
    <message>
        <source>Insert {} to {}</source>
        <translation>{1}(으)로 바꾸는 {0} 끼워 넣기</translation>
    </message>
    <message>
        <source>Set {} of {} to {}</source>
        <translation>{1}의 {0}을(를) {2}(으)로 설정</translation>
    </message>
    <message>
        <source>Set {}.{} to {}</source>
        <translation>{}.{}을(를) {}(으)로 설정</translation>
    </message>
    <message>
        <source>{} is left out: muted, bypassed, or without an input because of a block that is</source>
        <translation>{}은(는) 빠져 있습니다. 꺼졌거나, 건너뛰거나, 그런 블록 때문에 입력이 없습니다</translation>
    </message>
    <message>
        <source>Set {} of {}</source>
        <translation>{1}의 {0} 설정</translation>
    </message>
    <message>
        <source>Insert an ExpandDims before {}: {} becomes {}</source>
        <translation>{} 앞에 ExpandDims 끼워 넣기: {} → {}</translation>
    </message>
    <message>
        <source>Insert a Squeeze before {}: {} becomes {}</source>
        <translation>{} 앞에 Squeeze 끼워 넣기: {} → {}</translation>
    </message>
    <message>
        <source>Insert a Transpose before {}: {} becomes {}</source>
        <translation>{} 앞에 Transpose 끼워 넣기: {} → {}</translation>
    </message>
    <message>
        <source>Insert a Reshape before {}: {} becomes {}, in the same order</source>
        <translation>{} 앞에 Reshape 끼워 넣기: {} → {}, 차례는 그대로</translation>
    </message>
    <message>
        <source>Insert an ArgMax before {}: one-hot rows become class numbers</source>
        <translation>{} 앞에 ArgMax 끼워 넣기: one-hot 행을 클래스 번호로</translation>
    </message>
    <message>
        <source>Insert a OneHot before {}: class numbers become one-hot rows</source>
        <translation>{} 앞에 OneHot 끼워 넣기: 클래스 번호를 one-hot 행으로</translation>
    </message>
    <message>
        <source>Type an {}</source>
        <translation>{} 값을 입력하세요</translation>
    </message>
    <message>
        <source>Type a {}</source>
        <translation>{} 값을 입력하세요</translation>
    </message>
    <message>
        <source>Type a value of dtype {}, or wire the pin</source>
        <translation>dtype {} 값을 입력하거나 핀을 연결하세요</translation>
    </message>
    <message>
        <source>Type a value, or wire the pin</source>
        <translation>값을 입력하거나 핀을 연결하세요</translation>
    </message>
    <message>
        <source>{} of this block</source>
        <translation>이 블록의 {}</translation>
    </message>
    <message>
        <source>Insert a Cast to {}</source>
        <translation>{}(으)로 바꾸는 Cast를 끼워 넣으세요</translation>
    </message>
    <message>
        <source>Wire another output</source>
        <translation>다른 출력을 연결하세요</translation>
    </message>
    <message>
        <source>{}.{} gives {}, but {} is {}</source>
        <translation>{}.{}의 출력은 {}인데 {}은(는) {}입니다</translation>
    </message>
    <message>
        <source>Wire {}, or type {}</source>
        <translation>{}을(를) 연결하거나 {}을(를) 입력하세요</translation>
    </message>
    <message>
        <source>Type a value for {}</source>
        <translation>{}의 값을 입력하세요</translation>
    </message>
    <message>
        <source>It takes {}</source>
        <translation>가능한 값: {}</translation>
    </message>
    <message>
        <source>the variable {} holds {}, but {} of this block is {}</source>
        <translation>변수 {}에는 {}이(가) 들어 있는데 이 블록의 {}은(는) {}입니다</translation>
    </message>
    <message>
        <source>Give both the same dtype: set dtype of {} to {}, or insert a Cast</source>
        <translation>둘의 dtype을 같게 하세요. {}의 dtype을 {}(으)로 하거나 Cast를 끼워 넣으세요</translation>
    </message>
    <message>
        <source>the layout would be larger than a page can be: arrange parts of it</source>
        <translation>배치가 페이지의 한계를 넘습니다. 나누어 배치하세요</translation>
    </message>
    <message>
        <source>Wire {} to {}</source>
        <translation>{}을(를) {}에 연결</translation>
    </message>
    <message>
        <source>Insert a {} for {}</source>
        <translation>{1}에 {0} 끼워 넣기</translation>
    </message>
    <message>
        <source>Type {} into {}.{}</source>
        <translation>{1}.{2}에 {0} 입력</translation>
    </message>
    <message>
        <source>Insert a Const for {}: {}</source>
        <translation>{}에 Const 끼워 넣기: {}</translation>
    </message>
    <message>
        <source>Insert a Placeholder for {}, to be fed</source>
        <translation>값을 공급할 Placeholder를 {}에 끼워 넣기</translation>
    </message>
    <message>
        <source>Insert {} to {} into {} wires</source>
        <translation>와이어 {2}개에 {1}(으)로 바꾸는 {0} 끼워 넣기</translation>
    </message>
    <message>
        <source>Make {} a {}</source>
        <translation>{}을(를) {}(으)로 바꾸기</translation>
    </message>
    <message>
        <source>an {}</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>a {}</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>no such file or directory</source>
        <translation>그런 파일이나 폴더가 없습니다</translation>
    </message>
    <message>
        <source>permission denied</source>
        <translation>권한이 없습니다</translation>
    </message>
    <message>
        <source>no space left on device</source>
        <translation>디스크에 남은 공간이 없습니다</translation>
    </message>
    <message>
        <source>is a directory</source>
        <translation>폴더입니다</translation>
    </message>
    <message>
        <source>not a directory</source>
        <translation>폴더가 아닙니다</translation>
    </message>
    <message>
        <source>read-only file system</source>
        <translation>읽기 전용 파일 시스템입니다</translation>
    </message>
    <message>
        <source>file name too long</source>
        <translation>파일 이름이 너무 깁니다</translation>
    </message>
    <message>
        <source>disk quota exceeded</source>
        <translation>디스크 할당량을 넘었습니다</translation>
    </message>
    <message>
        <source>input/output error</source>
        <translation>입출력 오류입니다</translation>
    </message>
    <message>
        <source>Expecting value</source>
        <translation>값이 있어야 합니다</translation>
    </message>
    <message>
        <source>Expecting &apos;,&apos; delimiter</source>
        <translation>&apos;,&apos;가 있어야 합니다</translation>
    </message>
    <message>
        <source>Expecting &apos;:&apos; delimiter</source>
        <translation>&apos;:&apos;가 있어야 합니다</translation>
    </message>
    <message>
        <source>Expecting property name enclosed in double quotes</source>
        <translation>큰따옴표로 묶은 속성 이름이 있어야 합니다</translation>
    </message>
    <message>
        <source>Extra data</source>
        <translation>끝난 뒤에 내용이 더 있습니다</translation>
    </message>
    <message>
        <source>Illegal trailing comma before end of object</source>
        <translation>객체 끝에 쉼표가 남습니다</translation>
    </message>
    <message>
        <source>Illegal trailing comma before end of array</source>
        <translation>배열 끝에 쉼표가 남습니다</translation>
    </message>
    <message>
        <source>Unterminated string starting at</source>
        <translation>닫히지 않은 문자열이 시작됩니다</translation>
    </message>
    <message>
        <source>Invalid control character at</source>
        <translation>쓸 수 없는 제어 문자가 있습니다</translation>
    </message>
    <message>
        <source>Invalid \escape</source>
        <translation>쓸 수 없는 \ 표기가 있습니다</translation>
    </message>
    <message>
        <source>error</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>대기 중</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>경고</translation>
    </message>
    <message>
        <source>{}: {}: {}. {}</source>
        <translation>{}: {}: {}. {}</translation>
    </message>
    <message>
        <source>enqueues to its queue</source>
        <translation>큐에 넣는 것</translation>
    </message>
    <message>
        <source>inserts into its barrier</source>
        <translation>배리어에 넣는 것</translation>
    </message>
    <message>
        <source>stages for it</source>
        <translation>이 블록을 위해 넣어 두는 것</translation>
    </message>
    <message>
        <source>Add a {} on the same handle to what the session runs, unless another process does it</source>
        <translation>다른 프로세스가 하지 않는다면, 세션이 실행하는 것에 같은 핸들의 {}을(를) 추가하세요</translation>
    </message>
    <message>
        <source>Add a {} with the same container and shared_name to what the session runs, unless another process does it</source>
        <translation>다른 프로세스가 하지 않는다면, 세션이 실행하는 것에 container와 shared_name이 같은 {}을(를) 추가하세요</translation>
    </message>
    <message>
        <source>the accumulator {} holds {}, but {} of this block is {}</source>
        <translation>누산기 {}에는 {}이(가) 들어 있는데 이 블록의 {}은(는) {}입니다</translation>
    </message>
    <message>
        <source>Give 1 or more</source>
        <translation>1 이상을 주세요</translation>
    </message>
    <message>
        <source>Wire local_step to a variable that counts the steps</source>
        <translation>단계를 세는 변수를 local_step에 연결하세요</translation>
    </message>
    <message>
        <source>num_required is {}, {} with all blocks that take from this accumulator</source>
        <translation>num_required가 {}, 이 누산기에서 꺼내는 블록을 모두 합하면 {}</translation>
    </message>
    <message>
        <source>num_required is {}</source>
        <translation>num_required가 {}</translation>
    </message>
    <message>
        <source>{}, but {}</source>
        <translation>{}인데 {}</translation>
    </message>
    <message>
        <source>Lower num_required, or apply more gradients ({}) in the same session; another process may supply them where the accumulator has a shared_name</source>
        <translation>num_required를 낮추거나 같은 세션에서 기울기를 더 적용하세요({}). 누산기에 shared_name이 있으면 다른 프로세스가 줄 수도 있습니다</translation>
    </message>
    <message>
        <source>{}{} (at character {})</source>
        <translation>{}{} ({}번째 문자)</translation>
    </message>
    <message>
        <source>an element is missing before {}</source>
        <translation>{} 앞에 요소가 빠졌습니다</translation>
    </message>
    <message>
        <source>a separator is missing before {:.20}</source>
        <translation>{:.20} 앞에 구분 기호가 빠졌습니다</translation>
    </message>
    <message>
        <source>a separator is missing before {}</source>
        <translation>{} 앞에 구분 기호가 빠졌습니다</translation>
    </message>
    <message>
        <source>nested deeper than {}</source>
        <translation>{}단계보다 깊이 겹쳐 있습니다</translation>
    </message>
    <message>
        <source>{} closes nothing</source>
        <translation>{}이(가) 닫는 것이 없습니다</translation>
    </message>
    <message>
        <source>{} is never closed</source>
        <translation>{}이(가) 닫히지 않았습니다</translation>
    </message>
    <message>
        <source>there is no value</source>
        <translation>값이 없습니다</translation>
    </message>
    <message>
        <source>the quote of {} is never closed</source>
        <translation>{}의 따옴표가 닫히지 않았습니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not a number; put text in quotes</source>
        <translation>{!r:.40}은(는) 숫자가 아닙니다. 텍스트는 따옴표로 묶으세요</translation>
    </message>
    <message>
        <source>a {} cannot be typed in: wire it</source>
        <translation>{}은(는) 입력할 수 없습니다. 연결하세요</translation>
    </message>
    <message>
        <source>{:.40} is too large for {}</source>
        <translation>{:.40}은(는) {}에 너무 큽니다</translation>
    </message>
    <message>
        <source>: give the pin the dtype DT_INT64</source>
        <translation>. 핀의 dtype을 DT_INT64로 하세요</translation>
    </message>
    <message>
        <source>{:.40} does not fit {}</source>
        <translation>{:.40}은(는) {}에 들어가지 않습니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not a whole number</source>
        <translation>{!r:.40}은(는) 정수가 아닙니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not a number</source>
        <translation>{!r:.40}은(는) 숫자가 아닙니다</translation>
    </message>
    <message>
        <source>{:.40} is too large for a number</source>
        <translation>{:.40}은(는) 너무 큰 수입니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not a complex number</source>
        <translation>{!r:.40}은(는) 복소수가 아닙니다</translation>
    </message>
    <message>
        <source>{!r:.40} is neither true nor false</source>
        <translation>{!r:.40}은(는) true도 false도 아닙니다</translation>
    </message>
    <message>
        <source>one {} is wanted, not a list</source>
        <translation>목록이 아니라 {} 하나가 있어야 합니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not a dtype such as DT_FLOAT</source>
        <translation>{!r:.40}은(는) DT_FLOAT 같은 dtype이 아닙니다</translation>
    </message>
    <message>
        <source>an int attribute</source>
        <translation>int 속성</translation>
    </message>
    <message>
        <source>a flat list is wanted, not a list of lists</source>
        <translation>목록의 목록이 아니라 한 겹의 목록이 있어야 합니다</translation>
    </message>
    <message>
        <source>a shape is a flat list of dimensions</source>
        <translation>shape은 차원의 한 겹 목록입니다</translation>
    </message>
    <message>
        <source>a dimension</source>
        <translation>차원</translation>
    </message>
    <message>
        <source>a bracket is never closed</source>
        <translation>괄호가 닫히지 않았습니다</translation>
    </message>
    <message>
        <source>gradient is {}, and the accumulator {} holds {}</source>
        <translation>gradient는 {}인데, 누산기 {}는 {}를 담습니다</translation>
    </message>
    <message>
        <source>the worker was not started</source>
        <translation>워커가 시작되지 않았습니다</translation>
    </message>
    <message>
        <source>the worker process does not answer</source>
        <translation>워커 프로세스가 응답하지 않습니다</translation>
    </message>
    <message>
        <source>the worker process was ended by {}</source>
        <translation>{}(으)로 끝났습니다</translation>
    </message>
    <message>
        <source>the worker process ended with exit code {}</source>
        <translation>종료 코드 {}(으)로 끝났습니다</translation>
    </message>
    <message>
        <source>the catalogue at {} cannot be read</source>
        <translation>카탈로그 {}을(를) 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>{} is {}, for which this TensorFlow has no kernel of {}</source>
        <translation>{}이(가) {}인데 이 TensorFlow에는 그에 맞는 {} 커널이 없습니다</translation>
    </message>
    <message>
        <source>Unmute it, or name another block</source>
        <translation>켜거나 다른 블록을 지정하세요</translation>
    </message>
    <message>
        <source>the worker did not answer {!r} within {:g} s, and was ended</source>
        <translation>워커가 {!r}에 {:g}초 안에 응답하지 않아 끝냈습니다</translation>
    </message>
    <message>
        <source>Transpose one of them ({}), or give one of them another shape</source>
        <translation>둘 중 하나를 전치하거나({}), 하나의 모양을 바꾸세요</translation>
    </message>
    <message>
        <source>{}: {} needs a row of two numbers for each of the {} axes of {}</source>
        <translation>{}: {}에는 축 {}개마다 두 수로 된 행이 하나씩 필요합니다({})</translation>
    </message>
    <message>
        <source>Give {} {} rows</source>
        <translation>{}에 행을 {}개 주세요</translation>
    </message>
    <message>
        <source>Type it so: {} is a number, {} a list, {} a matrix</source>
        <translation>이렇게 입력하세요: {}는 수, {}는 목록, {}는 행렬입니다</translation>
    </message>
    <message>
        <source>The picture is too large: {0} x {1} pixels</source>
        <translation>그림이 너무 큽니다: {0} x {1} 픽셀</translation>
    </message>
    <message>
        <source>{0}: cannot be saved: {1}</source>
        <translation>{0}: 저장할 수 없습니다: {1}</translation>
    </message>
    <message>
        <source>Select the frame to collapse</source>
        <translation>접을 프레임을 선택하세요</translation>
    </message>
    <message>
        <source>{0} is wired: remove the wire to type a value</source>
        <translation>{0}은(는) 연결되어 있습니다. 값을 입력하려면 와이어를 떼세요</translation>
    </message>
    <message>
        <source>{0} accepts a wire, not a value</source>
        <translation>{0}은(는) 값이 아니라 와이어를 받습니다</translation>
    </message>
    <message>
        <source>Ctrl+Enter: apply · Esc: cancel</source>
        <translation>Ctrl+Enter: 텍스트 유지, Esc: 원래대로</translation>
    </message>
    <message>
        <source>{0} has no other attributes</source>
        <translation>{0}에 다른 속성이 없습니다</translation>
    </message>
    <message>
        <source>{0} has no value to type</source>
        <translation>{0}에 입력할 값이 없습니다</translation>
    </message>
    <message>
        <source>Select the blocks or notes to colour</source>
        <translation>색을 입힐 블록이나 메모를 선택하세요</translation>
    </message>
    <message>
        <source>Select a block with an output</source>
        <translation>무언가를 내보내는 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Select a block, or several of one type, to change the type</source>
        <translation>유형을 바꿀 블록 하나나 같은 유형의 블록 여럿을 선택하세요</translation>
    </message>
    <message>
        <source>Blockloom documents</source>
        <translation>Blockloom 문서</translation>
    </message>
    <message>
        <source>enuSpace pages</source>
        <translation>enuSpace 페이지</translation>
    </message>
    <message>
        <source>enuSpace projects</source>
        <translation>enuSpace 프로젝트</translation>
    </message>
    <message>
        <source>TensorFlow graphs</source>
        <translation>TensorFlow 그래프</translation>
    </message>
    <message>
        <source>TensorFlow graphs as text</source>
        <translation>텍스트로 된 TensorFlow 그래프</translation>
    </message>
    <message>
        <source>{}: the extension must be one of {}</source>
        <translation>{}: 확장자는 다음 중 하나여야 합니다: {}</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>정확도</translation>
    </message>
    <message>
        <source>CSV file</source>
        <translation>CSV 파일</translation>
    </message>
    <message>
        <source>Dense layer</source>
        <translation>밀집 층</translation>
    </message>
    <message>
        <source>Random batches</source>
        <translation>무작위 배치</translation>
    </message>
    <message>
        <source>an address is missing: write BLOCK, BLOCK.PIN or PAGE/BLOCK.PIN</source>
        <translation>주소가 없습니다. 블록, 블록.핀 또는 페이지/블록.핀을 적으세요</translation>
    </message>
    <message>
        <source>tensor</source>
        <translation>텐서</translation>
    </message>
    <message>
        <source>Two matrices and their product: what blocks, wires and results are. One step.</source>
        <translation>두 행렬과 그 곱: 블록, 와이어, 결과가 무엇인지 봅니다. 한 단계.</translation>
    </message>
    <message>
        <source>A line is fitted to eight points: variables that learn, and a chart of their loss.</source>
        <translation>점 여덟 개에 직선을 맞춥니다: 학습하는 변수와 손실 차트.</translation>
    </message>
    <message>
        <source>Softmax tells digits apart: data from a file, accuracy, and which are mistaken.</source>
        <translation>Softmax로 숫자를 구별합니다: 파일의 데이터, 정확도, 혼동되는 숫자.</translation>
    </message>
    <message>
        <source>&quot;sliders&quot; must map pin names to the ends of sliders</source>
        <translation>&quot;sliders&quot;는 핀 이름마다 슬라이더의 두 끝을 주어야 합니다</translation>
    </message>
    <message>
        <source>the slider of {!r:.40} is not [LEAST, MOST] or [LEAST, MOST, STEP]</source>
        <translation>{!r:.40}의 슬라이더가 [최소, 최대]나 [최소, 최대, 간격]이 아닙니다</translation>
    </message>
    <message>
        <source>{0} takes no typed value: put a Const in its place.</source>
        <translation>{0}에는 값을 입력할 수 없습니다: 그 자리에 Const를 놓으세요.</translation>
    </message>
    <message>
        <source>Double click {1} of {0}, type [1, 2, 3], and press Enter.</source>
        <translation>{0}의 {1}을(를) 두 번 클릭하고 [1, 2, 3]을 입력한 뒤 Enter를 누르세요.</translation>
    </message>
    <message>
        <source>Place two blocks</source>
        <translation>블록 두 개 놓기</translation>
    </message>
    <message>
        <source>Wire them</source>
        <translation>연결하기</translation>
    </message>
    <message>
        <source>Drag from the pin {1} at the right of {0} to the pin {3} at the left of {2}. Pins that fit light up.</source>
        <translation>{0} 오른쪽의 핀 {1}에서 {2} 왼쪽의 핀 {3}(으)로 끌어다 놓으세요. 맞는 핀이 밝아집니다.</translation>
    </message>
    <message>
        <source>Type a value</source>
        <translation>값 입력하기</translation>
    </message>
    <message>
        <source>Run it</source>
        <translation>실행하기</translation>
    </message>
    <message>
        <source>Press F10, or this button: it runs one step. The first run takes some seconds, until TensorFlow is there.</source>
        <translation>F10이나 이 버튼을 누르면 한 단계를 실행합니다. 첫 실행은 TensorFlow가 준비될 때까지 몇 초 걸립니다.</translation>
    </message>
    <message>
        <source>Look at what it gave</source>
        <translation>결과 보기</translation>
    </message>
    <message>
        <source>{0} shows its result at its foot. Double click that, or select {0} and press Ctrl+I, to see all of it.</source>
        <translation>{0} 아래쪽에 결과가 나옵니다. 그것을 두 번 클릭하거나, {0}을(를) 선택하고 Ctrl+I를 누르면 전체를 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>nothing was recorded of this page: give it a chart, or view an output over steps, and run it</source>
        <translation>이 페이지에서 기록된 것이 없습니다. 차트를 두거나 출력을 단계별로 보면서 실행하세요</translation>
    </message>
    <message>
        <source>{} runs are kept of this document: remove one of them first</source>
        <translation>이 문서에서 실행 {}개를 보관하고 있습니다. 먼저 하나를 제거하세요</translation>
    </message>
    <message>
        <source>it was written by another version</source>
        <translation>다른 버전에서 쓴 파일입니다</translation>
    </message>
    <message>
        <source>any type</source>
        <translation>모든 유형</translation>
    </message>
    <message>
        <source>{0} or {1}</source>
        <translation>{0} 또는 {1}</translation>
    </message>
    <message>
        <source>quantized integers</source>
        <translation>양자화 정수</translation>
    </message>
    <message>
        <source>floats</source>
        <translation>부동소수점 수</translation>
    </message>
    <message>
        <source>integers</source>
        <translation>정수</translation>
    </message>
    <message>
        <source>complex numbers</source>
        <translation>복소수</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>수</translation>
    </message>
    <message>
        <source>many types</source>
        <translation>여러 유형</translation>
    </message>
    <message>
        <source>{0} does not fit into {1}</source>
        <translation>{0}은(는) {1}에 맞지 않습니다</translation>
    </message>
    <message>
        <source>Select three or more blocks to space evenly</source>
        <translation>간격을 맞출 블록을 셋 이상 선택하세요</translation>
    </message>
    <message>
        <source>Select blocks that are wired to each other, from left to right</source>
        <translation>왼쪽에서 오른쪽으로 서로 연결된 블록을 선택하세요</translation>
    </message>
    <message>
        <source>{0}: no block reads such a file</source>
        <translation>{0}: 이런 파일을 읽는 블록이 없습니다</translation>
    </message>
    <message>
        <source>{0}: cannot be read: {1}</source>
        <translation>{0}: 읽을 수 없습니다: {1}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>it is not text in UTF-8</source>
        <translation>UTF-8 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>it holds no rows</source>
        <translation>행이 없습니다</translation>
    </message>
    <message>
        <source>it has {0} columns: blocks read {1} at most</source>
        <translation>열이 {0}개입니다. 블록은 {1}개까지 읽습니다</translation>
    </message>
    <message>
        <source>it begins with a byte order mark: save it without</source>
        <translation>바이트 순서 표시(BOM)로 시작합니다. 표시 없이 저장하세요</translation>
    </message>
    <message>
        <source>Select the blocks that are to be left out</source>
        <translation>뺄 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Duplicate page {}</source>
        <translation>페이지 {} 복제</translation>
    </message>
    <message>
        <source>there are no pages in the file</source>
        <translation>파일에 페이지가 없습니다</translation>
    </message>
    <message>
        <source>Import page {}</source>
        <translation>페이지 {} 가져오기</translation>
    </message>
    <message>
        <source>Import {} pages</source>
        <translation>페이지 {}개 가져오기</translation>
    </message>
    <message>
        <source>The clipboard holds {0} characters: a value has {1} at most</source>
        <translation>클립보드에 문자가 {0}개 있습니다. 값에는 {1}개까지 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>The table cannot be read: {0}</source>
        <translation>표를 읽을 수 없습니다: {0}</translation>
    </message>
    <message>
        <source>The table has no value in row {0}, column {1}</source>
        <translation>표의 {0}행 {1}열에 값이 없습니다</translation>
    </message>
    <message>
        <source>Select blocks that are wired to others</source>
        <translation>다른 블록에 연결된 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Select a block first</source>
        <translation>먼저 블록을 선택하세요</translation>
    </message>
    <message>
        <source>No slider for {0}</source>
        <translation>{0}의 슬라이더 없애기</translation>
    </message>
    <message>
        <source>the minimum</source>
        <translation>최소</translation>
    </message>
    <message>
        <source>the maximum</source>
        <translation>최대</translation>
    </message>
    <message>
        <source>the step</source>
        <translation>간격</translation>
    </message>
    <message>
        <source>{0}: {1!r:.40} is not a whole number</source>
        <translation>{0}: {1!r:.40}은(는) 정수가 아닙니다</translation>
    </message>
    <message>
        <source>{0}: {1!r:.40} is not a number</source>
        <translation>{0}: {1!r:.40}은(는) 숫자가 아닙니다</translation>
    </message>
    <message>
        <source>The minimum must be less than the maximum</source>
        <translation>최소는 최대보다 작아야 합니다</translation>
    </message>
    <message>
        <source>A slider goes from {0} to {1} at most</source>
        <translation>슬라이더는 {0}부터 {1}까지만 갈 수 있습니다</translation>
    </message>
    <message>
        <source>A name has letters, digits, _ and - only</source>
        <translation>이름에는 글자, 숫자, _, -만 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>There is a block {0} already</source>
        <translation>블록 {0}이(가) 이미 있습니다</translation>
    </message>
    <message>
        <source>{0} has a wire already</source>
        <translation>{0}에 이미 와이어가 있습니다</translation>
    </message>
    <message>
        <source>{0} does not fit {1}</source>
        <translation>{0}은(는) {1}에 맞지 않습니다</translation>
    </message>
    <message>
        <source>{0} has no pin {1}; there are {2}</source>
        <translation>{0}에 핀 {1}이(가) 없습니다. 있는 핀: {2}</translation>
    </message>
    <message>
        <source>{0} has a wire or a value already</source>
        <translation>{0}에 이미 와이어나 값이 있습니다</translation>
    </message>
    <message>
        <source>{0} takes no {1}</source>
        <translation>{0}은(는) {1}을(를) 받지 않습니다</translation>
    </message>
    <message>
        <source>Select blocks with values typed into their inputs</source>
        <translation>입력에 값이 적힌 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Select blocks that Const blocks feed</source>
        <translation>Const 블록이 들어오는 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Select a block with two inputs of one type, or two wires</source>
        <translation>같은 유형의 입력이 둘 있는 블록이나 와이어 두 개를 선택하세요</translation>
    </message>
    <message>
        <source>Not swapped: {0}</source>
        <translation>맞바꾸지 않음: {0}</translation>
    </message>
    <message>
        <source>a label is {}, and there are {} classes: labels go from 0 to {}</source>
        <translation>레이블 하나가 {}인데 클래스는 {}개입니다: 레이블은 0부터 {}까지입니다</translation>
    </message>
    <message>
        <source>Check the labels, or give features a column for each class</source>
        <translation>레이블을 확인하거나, features에 클래스마다 열을 하나씩 두세요</translation>
    </message>
    <message>
        <source>{}: there is no such block</source>
        <translation>{}: 그런 블록이 없습니다</translation>
    </message>
    <message>
        <source>{}: nothing leads to a config</source>
        <translation>{}: config에 이어지는 것이 없습니다</translation>
    </message>
    <message>
        <source>{}: that block has none</source>
        <translation>{}: 그 블록에는 없습니다</translation>
    </message>
    <message>
        <source>no gradients arrive, but the config has {}: {}</source>
        <translation>들어오는 기울기가 없는데 config에는 {}가 있습니다: {}</translation>
    </message>
    <message>
        <source>Select an instance of a page, or a block with a page as its function</source>
        <translation>페이지의 인스턴스나, 페이지를 함수로 쓰는 블록을 선택하세요</translation>
    </message>
    <message>
        <source>a model of TensorFlow Lite has special ops for phones, which TensorFlow cannot run: open the model that it was converted from</source>
        <translation>TensorFlow Lite 모델의 op은 휴대전화용으로 합쳐진 것이라 TensorFlow에 그 커널이 없습니다. 그것을 만든 원래 모델을 여세요</translation>
    </message>
    <message>
        <source>TensorFlow SavedModels</source>
        <translation>TensorFlow SavedModel</translation>
    </message>
    <message>
        <source>TensorFlow graphs with a checkpoint</source>
        <translation>체크포인트가 있는 TensorFlow 그래프</translation>
    </message>
    <message>
        <source>Keras models</source>
        <translation>Keras 모델</translation>
    </message>
    <message>
        <source>Keras models of HDF5</source>
        <translation>HDF5 형식의 Keras 모델</translation>
    </message>
    <message>
        <source>TensorFlow checkpoints</source>
        <translation>TensorFlow 체크포인트</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>values of variables</source>
        <translation>변수의 값</translation>
    </message>
    <message>
        <source>Python scripts</source>
        <translation>Python 스크립트</translation>
    </message>
    <message>
        <source>{}: the file contains neither a document nor a model of a known format: their extensions are {}</source>
        <translation>{}: 읽을 수 있는 문서도 모델도 아닙니다. 그런 파일의 확장자: {}</translation>
    </message>
    <message>
        <source>{}: only models have signatures</source>
        <translation>{}: 시그니처는 모델에만 있습니다</translation>
    </message>
    <message>
        <source>a picture has rows, columns and 1 to 4 channels, not the shape {}</source>
        <translation>그림은 행, 열, 채널 1~4개로 되어 있어야 하는데 shape이 {}입니다</translation>
    </message>
    <message>
        <source>it has no array {}, and not exactly one of this shape; there are {}</source>
        <translation>배열 {}이(가) 없고, 이 shape의 배열이 하나만 있지도 않습니다. 있는 것: {}</translation>
    </message>
    <message>
        <source>rows {} and 1 have {} and {} cells</source>
        <translation>행 {}과(와) 행 1의 칸이 각각 {}개와 {}개입니다</translation>
    </message>
    <message>
        <source>row {}: {!r:.40} is not a number</source>
        <translation>행 {}: {!r:.40}은(는) 수가 아닙니다</translation>
    </message>
    <message>
        <source>not all of its numbers are {}</source>
        <translation>모든 수가 {}인 것은 아닙니다</translation>
    </message>
    <message>
        <source>there are no weights {}</source>
        <translation>가중치 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>was {}, is {}</source>
        <translation>이전 {}, 지금 {}</translation>
    </message>
    <message>
        <source>without a value</source>
        <translation>값 없음</translation>
    </message>
    <message>
        <source>begins here</source>
        <translation>여기서 시작</translation>
    </message>
    <message>
        <source>random numbers</source>
        <translation>난수</translation>
    </message>
    <message>
        <source>there are weights {} already</source>
        <translation>가중치 {}이(가) 이미 있습니다</translation>
    </message>
    <message>
        <source>the library of {}</source>
        <translation>{}의 라이브러리</translation>
    </message>
    <message>
        <source>the weights</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>{!r:.80} is not the plain name of a .safetensors file</source>
        <translation>{!r:.80}은(는) .safetensors 파일의 이름만으로 되어 있지 않습니다</translation>
    </message>
    <message>
        <source>&quot;added&quot; must map files to their keys</source>
        <translation>&quot;added&quot;는 파일마다 그 키를 적은 것이어야 합니다</translation>
    </message>
    <message>
        <source>{!r:.80} is not a SHA-256</source>
        <translation>{!r:.80}은(는) SHA-256이 아닙니다</translation>
    </message>
    <message>
        <source>{!r:.80} is not a key of weights</source>
        <translation>{!r:.80}은(는) 가중치의 키가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;names&quot; must map pin names to names of nodes</source>
        <translation>&quot;names&quot;는 핀 이름마다 노드의 이름을 적은 것이어야 합니다</translation>
    </message>
    <message>
        <source>it has {:,} bends; a wire has at most {:,}</source>
        <translation>꺾이는 곳이 {:,}개입니다. 와이어에는 {:,}개까지 둘 수 있습니다</translation>
    </message>
    <message>
        <source>{0} computes with {1}: its name can have letters, digits and _ only</source>
        <translation>{0}은(는) {1}(으)로 계산합니다. 그 이름에는 글자, 숫자, _만 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>There are too few rows for that share of validation</source>
        <translation>검증용 비율에 비해 행이 너무 적습니다</translation>
    </message>
    <message>
        <source>The input {:.60} of {:.60} is fed to what is no Placeholder in the model: one takes its place</source>
        <translation>{1:.60}의 입력 {0:.60}은(는) 모델에서 Placeholder가 아닌 것에 공급됩니다. 그 자리에 Placeholder를 둡니다</translation>
    </message>
    <message>
        <source>Left out, since no signature needs them: {:,} of {:,} nodes</source>
        <translation>어느 시그니처에도 필요하지 않아 뺀 노드: {1:,}개 중 {0:,}개</translation>
    </message>
    <message>
        <source>two nodes of the graph are called {:.200}</source>
        <translation>그래프에 이름이 {:.200}인 노드가 둘 있습니다</translation>
    </message>
    <message>
        <source>the node {:.200} has {!r:.60} for an op</source>
        <translation>노드 {:.200}의 op이 {!r:.60}입니다</translation>
    </message>
    <message>
        <source>the graph has no node {:.200}</source>
        <translation>그래프에 노드 {:.200}이(가) 없습니다</translation>
    </message>
    <message>
        <source>the node {:.200} has {} inputs: a {} takes {}</source>
        <translation>노드 {0:.200}의 입력이 {1}개인데 {2}에는 {3}개여야 합니다</translation>
    </message>
    <message>
        <source>the node {:.200} has no output {}</source>
        <translation>노드 {:.200}에 출력 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>the node {:.200} takes {:.200}, which the graph does not have</source>
        <translation>노드 {:.200}이(가) 그래프에 없는 {:.200}을(를) 받습니다</translation>
    </message>
    <message>
        <source>The attr {:.60} of {:.60} is left out: it is none of that op</source>
        <translation>{1:.60}의 속성 {0:.60}을(를) 뺐습니다. 그 op에 없는 속성입니다</translation>
    </message>
    <message>
        <source>Called by their ids, since TensorFlow takes no such names: {:,} of {:,} nodes</source>
        <translation>TensorFlow가 받지 않는 이름이라 id로 부르는 노드: {1:,}개 중 {0:,}개</translation>
    </message>
    <message>
        <source>git says: {}</source>
        <translation>git 메시지: {}</translation>
    </message>
    <message>
        <source>{}: both sides name something {}; that of theirs is {} here</source>
        <translation>{}: 양쪽에 {}(이)라는 이름이 있습니다. 상대 쪽의 것은 여기서 {}입니다</translation>
    </message>
    <message>
        <source>Change the batch size to {0}</source>
        <translation>배치 크기를 {0}(으)로 바꾸기</translation>
    </message>
    <message>
        <source>Nothing is fed to the page with a shape that has a first size</source>
        <translation>첫 크기가 있는 shape으로 페이지에 공급되는 것이 없습니다</translation>
    </message>
    <message>
        <source>Select the feeds whose first size is that of the batch: there are {0}</source>
        <translation>첫 크기가 배치 크기인 feed를 선택하세요. 있는 크기: {0}</translation>
    </message>
    <message>
        <source>Batch size {0}: at feeds {1}, at typed values {2}</source>
        <translation>배치 크기 {0}: feed {1}개, 입력한 값 {2}개</translation>
    </message>
    <message>
        <source>The selected blocks need all others</source>
        <translation>선택한 블록에는 나머지 블록이 모두 필요합니다</translation>
    </message>
    <message>
        <source>Keep what {0} needs</source>
        <translation>{0}에 필요한 것만 남기기</translation>
    </message>
    <message>
        <source>Keep what {0} blocks need</source>
        <translation>블록 {0}개에 필요한 것만 남기기</translation>
    </message>
    <message>
        <source>Select a wire that carries a tensor, or a block that takes one</source>
        <translation>텐서를 나르는 와이어나, 텐서를 받는 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Make the feed {0}</source>
        <translation>feed {0} 만들기</translation>
    </message>
    <message>
        <source>Make {0} feeds</source>
        <translation>feed {0}개 만들기</translation>
    </message>
    <message>
        <source>Nothing uses {0} now, which runs all the same: Keep What It Needs, of an output, removes it</source>
        <translation>이제 {0}을(를) 쓰는 것이 없지만 그래도 실행됩니다. 출력에서 필요한 것만 남기기를 하면 없어집니다</translation>
    </message>
    <message>
        <source>The dtype of {0} is not known</source>
        <translation>{0}의 dtype을 알 수 없습니다</translation>
    </message>
    <message>
        <source>Select a block that gives a tensor</source>
        <translation>텐서를 내보내는 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Make the output {0}</source>
        <translation>출력 {0} 만들기</translation>
    </message>
    <message>
        <source>Make {0} outputs</source>
        <translation>출력 {0}개 만들기</translation>
    </message>
    <message>
        <source>Train {0} again</source>
        <translation>{0} 다시 학습</translation>
    </message>
    <message>
        <source>Train {0} variables again</source>
        <translation>변수 {0}개 다시 학습</translation>
    </message>
    <message>
        <source>Freeze {0}</source>
        <translation>{0} 동결</translation>
    </message>
    <message>
        <source>Freeze {0} variables</source>
        <translation>변수 {0}개 동결</translation>
    </message>
    <message>
        <source>Make a constant of {0}</source>
        <translation>{0}을(를) 상수로 만들기</translation>
    </message>
    <message>
        <source>Make constants of {0} variables</source>
        <translation>변수 {0}개를 상수로 만들기</translation>
    </message>
    <message>
        <source>Make a variable of {0}</source>
        <translation>{0}을(를) 변수로 만들기</translation>
    </message>
    <message>
        <source>Make variables of {0} constants</source>
        <translation>상수 {0}개를 변수로 만들기</translation>
    </message>
    <message>
        <source>The initial value of {0} is computed: type it, or keep a trained one</source>
        <translation>{0}의 초깃값은 계산된 것입니다. 입력하거나, 학습한 값을 남기세요</translation>
    </message>
    <message>
        <source>The initial value of {0} is one number for all elements: type all of them</source>
        <translation>{0}의 초깃값은 모든 요소에 쓰는 수 하나입니다. 모든 요소를 입력하세요</translation>
    </message>
    <message>
        <source>{0} takes the variable {1} itself, which cannot be a constant then</source>
        <translation>{0}이(가) 변수 {1} 자체를 받으므로 상수가 될 수 없습니다</translation>
    </message>
    <message>
        <source>New page for {} of {}</source>
        <translation>{1}의 {0}에 쓸 새 페이지</translation>
    </message>
    <message>
        <source>all functions of {} have their pages</source>
        <translation>{}의 함수에는 모두 페이지가 있습니다</translation>
    </message>
    <message>
        <source>New pages for {}</source>
        <translation>{}에 쓸 새 페이지들</translation>
    </message>
    <message>
        <source>{0} has no value that could be a parameter</source>
        <translation>{0}에는 매개변수로 만들 값이 없습니다</translation>
    </message>
    <message>
        <source>Make {0} a parameter</source>
        <translation>{0}을(를) 매개변수로 만들기</translation>
    </message>
    <message>
        <source>the page {0} is used by {1}</source>
        <translation>페이지 {0}은(는) {1}에서 쓰입니다</translation>
    </message>
    <message>
        <source>Remove page {}</source>
        <translation>페이지 {} 삭제</translation>
    </message>
    <message>
        <source>Use {} of {}</source>
        <translation>{1}의 {0} 쓰기</translation>
    </message>
    <message>
        <source>Update {} from {}</source>
        <translation>{1}에서 {0} 업데이트</translation>
    </message>
    <message>
        <source>Make the block {0}</source>
        <translation>블록 {0} 만들기</translation>
    </message>
    <message>
        <source>{0} names {1}, which would not be on the same page. Select both, or neither</source>
        <translation>{0}이(가) 가리키는 {1}이(가) 같은 페이지에 있지 않게 됩니다. 둘 다 선택하거나 둘 다 선택하지 마세요</translation>
    </message>
    <message>
        <source>Leave {0} out of the selection</source>
        <translation>선택에서 {0}을(를) 빼세요</translation>
    </message>
    <message>
        <source>Select {0} as well, or leave {1} out</source>
        <translation>{0}도 선택하거나 {1}을(를) 빼세요</translation>
    </message>
    <message>
        <source>a cell has more than {0} characters</source>
        <translation>{0}자를 넘는 칸이 있습니다</translation>
    </message>
    <message>
        <source>Change {0} to {1} on all pages</source>
        <translation>모든 페이지에서 {0}을(를) {1}(으)로 바꾸기</translation>
    </message>
    <message>
        <source>{0} gives no floating point numbers to train</source>
        <translation>{0}은(는) 학습할 부동소수점 수를 내보내지 않습니다</translation>
    </message>
    <message>
        <source>Train {0}</source>
        <translation>{0} 학습</translation>
    </message>
    <message>
        <source>Feed {0} and what the page takes, then run: the loss is {1}</source>
        <translation>{0}과(와) 페이지가 받는 것에 값을 공급하고 실행하세요. 손실은 {1}입니다</translation>
    </message>
    <message>
        <source>Removed: dropouts {0}, blocks that pass on {1}, other blocks {2}</source>
        <translation>없앤 것: dropout {0}개, 그대로 넘기는 블록 {1}개, 다른 블록 {2}개</translation>
    </message>
    <message>
        <source>Random numbers stay: {0}</source>
        <translation>난수가 남아 있습니다: {0}</translation>
    </message>
    <message>
        <source>Normalised by their batch, as in training: {0}</source>
        <translation>학습할 때처럼 배치로 정규화됨: {0}</translation>
    </message>
    <message>
        <source>the page {0} uses itself</source>
        <translation>페이지 {0}이(가) 자기 자신을 씁니다</translation>
    </message>
    <message>
        <source>Unpack {0}</source>
        <translation>{0} 풀기</translation>
    </message>
    <message>
        <source>{}: it has {:,} bends; a wire has at most {:,}</source>
        <translation>{}: 꺾이는 곳이 {:,}개입니다. 와이어에는 {:,}개까지 둘 수 있습니다</translation>
    </message>
    <message>
        <source>the page would use itself: {}</source>
        <translation>페이지가 자기 자신을 쓰게 됩니다: {}</translation>
    </message>
    <message>
        <source>the expression is longer than {} characters</source>
        <translation>식이 {}자보다 깁니다</translation>
    </message>
    <message>
        <source>the page has no parameter {}</source>
        <translation>페이지에 매개변수 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>it divides by 0, or is too large</source>
        <translation>0으로 나누거나 값이 너무 큽니다</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>값이 너무 큽니다</translation>
    </message>
    <message>
        <source>{} is {!r:.40}, with which nothing can be computed</source>
        <translation>{}이(가) {!r:.40}(이)라서 계산할 수 없습니다</translation>
    </message>
    <message>
        <source>a number is wanted, not a list</source>
        <translation>목록이 아니라 수가 있어야 합니다</translation>
    </message>
    <message>
        <source>... and {} more blocks: {}</source>
        <translation>... 그 밖에 블록 {}개: {}</translation>
    </message>
    <message>
        <source>the document has no page {}</source>
        <translation>문서에 페이지 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>the page uses itself: {}</source>
        <translation>페이지가 자기 자신을 씁니다: {}</translation>
    </message>
    <message>
        <source>pages use each other more than {} deep</source>
        <translation>페이지가 서로 {}단계보다 깊이 쓰입니다</translation>
    </message>
    <message>
        <source>Unpack some of them</source>
        <translation>그중 몇 개를 푸세요</translation>
    </message>
    <message>
        <source>with all instances and calls of pages replaced, there are more than {} blocks</source>
        <translation>페이지의 인스턴스와 호출을 모두 바꿔 넣으면 블록이 {}개를 넘습니다</translation>
    </message>
    <message>
        <source>the block takes {} of {}, whose Retvals are: {}</source>
        <translation>블록은 {1}에서 {0}을(를) 받는데 그 Retval은 다음과 같습니다: {2}</translation>
    </message>
    <message>
        <source>Give the page {} a Retval for each of them, in this order</source>
        <translation>페이지 {}에 그 차례대로 하나마다 Retval을 두세요</translation>
    </message>
    <message>
        <source>the block gives {} to {}, whose Args are: {}</source>
        <translation>블록은 {1}에 {0}을(를) 주는데 그 Arg는 다음과 같습니다: {2}</translation>
    </message>
    <message>
        <source>Give the page {} an Arg for each of them, in this order</source>
        <translation>페이지 {}에 그 차례대로 하나마다 Arg를 두세요</translation>
    </message>
    <message>
        <source>the Retval {} of {} is {}, and the block takes {}</source>
        <translation>{1}의 Retval {0}은(는) {2}인데 블록은 {3}을(를) 받습니다</translation>
    </message>
    <message>
        <source>Convert what is wired to it by a Cast to {}</source>
        <translation>거기에 연결된 것을 Cast로 {}(으)로 바꾸세요</translation>
    </message>
    <message>
        <source>the Arg {} of {} is {}, and the block gives it {}</source>
        <translation>{1}의 Arg {0}은(는) {2}인데 블록은 {3}을(를) 줍니다</translation>
    </message>
    <message>
        <source>Make it {}, or convert what is wired to the block</source>
        <translation>{}(으)로 하거나 블록에 연결된 것을 변환하세요</translation>
    </message>
    <message>
        <source>the Arg {} of {} has the shape {}, and the block gives it {}</source>
        <translation>{1}의 Arg {0}은(는) shape이 {2}인데 블록은 {3}을(를) 줍니다</translation>
    </message>
    <message>
        <source>Wire it, or remove it</source>
        <translation>연결하거나 삭제하세요</translation>
    </message>
    <message>
        <source>{} is not run: no session needs it</source>
        <translation>{}은(는) 실행되지 않습니다. 이것이 필요한 세션이 없습니다</translation>
    </message>
    <message>
        <source>the page was copied from {} of the library {}, which has changed since</source>
        <translation>페이지는 라이브러리 {1}의 {0}에서 복사되었는데 그 뒤 라이브러리가 바뀌었습니다</translation>
    </message>
    <message>
        <source>the page was copied from {} of the library {}, which no longer has it</source>
        <translation>페이지는 라이브러리 {1}의 {0}에서 복사되었는데 라이브러리에 이제 없습니다</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>there is no data: it ends before the first step</source>
        <translation>데이터가 없습니다. 첫 단계 전에 끝납니다</translation>
    </message>
    <message>
        <source>{} for no tags in the config</source>
        <translation>config에 태그가 없는데 {}</translation>
    </message>
    <message>
        <source>{} for {} in the config: {}</source>
        <translation>config에 {1}인데 {0}: {2}</translation>
    </message>
    <message>
        <source>Use {}</source>
        <translation>{}을(를) 쓰세요</translation>
    </message>
    <message>
        <source>Add a {} block</source>
        <translation>{} 블록을 추가하세요</translation>
    </message>
    <message>
        <source>message type {} has no field named {}</source>
        <translation>메시지 유형 {0}에 이름이 {1}인 필드가 없습니다</translation>
    </message>
    <message>
        <source>enum type {} has no value named {}</source>
        <translation>enum 유형 {0}에 이름이 {1}인 값이 없습니다</translation>
    </message>
    <message>
        <source>Give a number from {} to below {}</source>
        <translation>{} 이상 {} 미만의 수를 주세요</translation>
    </message>
    <message>
        <source>Give a number from {} to {}</source>
        <translation>{} 이상 {} 이하의 수를 주세요</translation>
    </message>
    <message>
        <source>the dimension {} of its input, of shape {}, is not known before the page runs</source>
        <translation>shape이 {1}인 입력의 차원 {0}은(는) 페이지를 실행하기 전에는 알 수 없습니다</translation>
    </message>
    <message>
        <source>how many dimensions its input has is not known before the page runs</source>
        <translation>입력의 차원이 몇 개인지 페이지를 실행하기 전에는 알 수 없습니다</translation>
    </message>
    <message>
        <source>Type the shape of the Placeholder or Arg that it is computed from, or insert a Reshape</source>
        <translation>계산에 쓰인 Placeholder나 Arg의 shape을 입력하거나 Reshape을 끼워 넣으세요</translation>
    </message>
    <message>
        <source>TensorFlow has no gradient for {}, the op of {}, on which {} depends</source>
        <translation>{2}이(가) 의존하는 {1}의 op {0}에는 TensorFlow에 기울기가 없습니다</translation>
    </message>
    <message>
        <source>Make it a ResourceVariable, or set its trainable to false</source>
        <translation>ResourceVariable로 바꾸거나 trainable을 false로 하세요</translation>
    </message>
    <message>
        <source>Give {} as many elements as {}</source>
        <translation>{}의 요소 수를 {}에 맞추세요</translation>
    </message>
    <message>
        <source>Make the Arg {} of {} {}</source>
        <translation>{1}의 Arg {0}을(를) {2}(으)로 하기</translation>
    </message>
    <message>
        <source>Give {} random numbers: {}</source>
        <translation>{}에 난수 주기: {}</translation>
    </message>
    <message>
        <source>Write {} for {}</source>
        <translation>{1} 대신 {0} 쓰기</translation>
    </message>
    <message>
        <source>Add mode: TRAINING</source>
        <translation>mode: TRAINING 추가</translation>
    </message>
    <message>
        <source>Use the config of {}</source>
        <translation>{}의 config 쓰기</translation>
    </message>
    <message>
        <source>{}: the weights of the document are in this file: choose another name</source>
        <translation>{}: 이 파일에 문서의 가중치가 들어 있습니다. 다른 이름을 고르세요</translation>
    </message>
    <message>
        <source>{}: a model is written into a new or an empty folder only</source>
        <translation>{}: 모델은 새 폴더나 빈 폴더에만 씁니다</translation>
    </message>
    <message>
        <source>signature {} has no input {}; it has: {}</source>
        <translation>시그니처 {}에 입력 {}이(가) 없습니다. 있는 것: {}</translation>
    </message>
    <message>
        <source>signature {} has to be fed: {}</source>
        <translation>시그니처 {}에 값을 공급해야 합니다: {}</translation>
    </message>
    <message>
        <source>there is no signature {!r}; the signatures are: {}</source>
        <translation>시그니처 {!r}이(가) 없습니다. 있는 시그니처: {}</translation>
    </message>
    <message>
        <source>none: a signature is a page with Retvals</source>
        <translation>없음. 시그니처는 Retval이 있는 페이지입니다</translation>
    </message>
    <message>
        <source>the weights {} are {}, not {}</source>
        <translation>가중치 {}이(가) {2}이(가) 아니라 {1}입니다</translation>
    </message>
    <message>
        <source>{!r:.40} may be {}: type more of it</source>
        <translation>{!r:.40}은(는) {}일 수 있습니다. 더 입력하세요</translation>
    </message>
    <message>
        <source>the document has no weights {}</source>
        <translation>문서에 가중치 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>it is cut off</source>
        <translation>중간에서 잘렸습니다</translation>
    </message>
    <message>
        <source>there are no weights {} in {}</source>
        <translation>{1}에 가중치 {0}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{} is missing, which holds weights of the document</source>
        <translation>문서의 가중치가 든 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>an array of {} cannot be kept as weights</source>
        <translation>{} 배열은 가중치로 남길 수 없습니다</translation>
    </message>
    <message>
        <source>{}: cannot be made: {}</source>
        <translation>{}: 만들 수 없습니다: {}</translation>
    </message>
    <message>
        <source>Args of the page that is called: {}; values that are wired to the call: {}</source>
        <translation>호출하는 페이지의 Arg: {}. 호출에 연결된 값: {}</translation>
    </message>
    <message>
        <source>Retvals of the page that is called: {}; types in Tout: {}</source>
        <translation>호출하는 페이지의 Retval: {}. Tout의 유형: {}</translation>
    </message>
    <message>
        <source>Check what is wired to the block</source>
        <translation>블록에 연결된 것을 확인하세요</translation>
    </message>
    <message>
        <source>the initial value depends on the Arg {}, which has no value before the first call</source>
        <translation>초깃값이 Arg {}에 따라 정해지는데, 첫 호출 전에는 값이 없습니다</translation>
    </message>
    <message>
        <source>Take the initial value from what is on this page, or type it</source>
        <translation>이 페이지에 있는 것에서 초깃값을 가져오거나 입력하세요</translation>
    </message>
    <message>
        <source>Use the page as a block, or take the optimizer to the page that uses the function</source>
        <translation>페이지를 블록으로 쓰거나, 옵티마이저를 함수를 쓰는 페이지로 옮기세요</translation>
    </message>
    <message>
        <source>nothing can be fed to a placeholder in a function</source>
        <translation>함수 안의 placeholder에는 값을 공급할 수 없습니다</translation>
    </message>
    <message>
        <source>Make it an Arg of the page</source>
        <translation>페이지의 Arg로 바꾸세요</translation>
    </message>
    <message>
        <source>page {} cannot be compiled</source>
        <translation>페이지 {}을(를) 컴파일할 수 없습니다</translation>
    </message>
    <message>
        <source>tensor {} has the shape {} in the body, which gives {} for the next iteration: type a shape for the Arg that fits both</source>
        <translation>텐서 {}은(는) 본문에서 shape이 {}인데 본문은 다음 반복에 {}을(를) 줍니다. 둘에 모두 맞는 shape을 Arg에 입력하세요</translation>
    </message>
    <message>
        <source>reading the values of variables</source>
        <translation>변수의 값을 읽는 중</translation>
    </message>
    <message>
        <source>the checkpoint has no values of {}: they begin with zeros</source>
        <translation>체크포인트에 {}의 값이 없습니다. 0으로 시작합니다</translation>
    </message>
    <message>
        <source>the variable {} is of dtype {}, and its value in the checkpoint, {}, of {}: they are of different models</source>
        <translation>변수 {}의 dtype은 {}인데 체크포인트에 있는 값 {}의 dtype은 {}입니다. 서로 다른 모델의 것입니다</translation>
    </message>
    <message>
        <source>{}: there is no file {}</source>
        <translation>{}: 파일 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>the variable has no value before the page runs</source>
        <translation>페이지를 실행하기 전에는 변수에 값이 없습니다</translation>
    </message>
    <message>
        <source>Type an initial value, or give a checkpoint with its value</source>
        <translation>초깃값을 입력하거나, 값이 든 체크포인트를 주세요</translation>
    </message>
    <message>
        <source>{} ({}) changes a variable, which is a constant in a frozen graph: take it out of what the results need</source>
        <translation>{}({})이(가) 변수를 바꾸는데, 동결된 그래프에서 변수는 상수입니다. 결과에 필요한 것에서 빼세요</translation>
    </message>
    <message>
        <source>the variable {} is changed by what the results need: it cannot be a constant</source>
        <translation>결과에 필요한 것이 변수 {}을(를) 바꿉니다. 상수가 될 수 없습니다</translation>
    </message>
    <message>
        <source>its functions are called with more than {} values of attributes</source>
        <translation>함수를 호출할 때 쓰는 속성의 값이 {}개를 넘습니다</translation>
    </message>
    <message>
        <source>the function {} calls others, which call others, too deeply</source>
        <translation>함수 {}이(가) 다른 함수를, 그것이 또 다른 함수를 너무 깊이 호출합니다</translation>
    </message>
    <message>
        <source>the node {} has no output {}</source>
        <translation>노드 {}에 출력 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>reading {}</source>
        <translation>{} 읽는 중</translation>
    </message>
    <message>
        <source>reading its nodes</source>
        <translation>노드를 읽는 중</translation>
    </message>
    <message>
        <source>it calls a model in another file or of another framework</source>
        <translation>다른 파일이나 다른 프레임워크의 모델을 호출합니다</translation>
    </message>
    <message>
        <source>save the model as a SavedModel, by model.export(FOLDER) where it was made, and open that</source>
        <translation>모델을 만든 곳에서 model.export(폴더)로 SavedModel로 저장하고, 그것을 여세요</translation>
    </message>
    <message>
        <source>Keras makes its layers</source>
        <translation>Keras가 층을 만드는 중</translation>
    </message>
    <message>
        <source>Keras is set to another backend than TensorFlow (KERAS_BACKEND)</source>
        <translation>Keras의 백엔드가 TensorFlow가 아닙니다(KERAS_BACKEND)</translation>
    </message>
    <message>
        <source>TensorFlow traces what it does</source>
        <translation>TensorFlow가 하는 일을 추적하는 중</translation>
    </message>
    <message>
        <source>its config is too large</source>
        <translation>config가 너무 큽니다</translation>
    </message>
    <message>
        <source>Keras {} cannot make this model of Keras {}: {}. What you can do: {}</source>
        <translation>Keras {}로는 Keras {}의 이 모델을 만들 수 없습니다: {}. 할 수 있는 것: {}</translation>
    </message>
    <message>
        <source>{} ({}): {}. What you can do: {}</source>
        <translation>{} ({}): {}. 할 수 있는 것: {}</translation>
    </message>
    <message>
        <source>save the model as a SavedModel, by tf.saved_model.save(model, FOLDER) where it was made, and open that</source>
        <translation>모델을 만든 곳에서 tf.saved_model.save(model, 폴더)로 SavedModel로 저장하고 그것을 여세요</translation>
    </message>
    <message>
        <source>it calls {!r:.100}, which is not a function that computes tensors</source>
        <translation>{!r:.100}을(를) 호출하는데, 텐서를 계산하는 함수가 아닙니다</translation>
    </message>
    <message>
        <source>it runs the op {!r:.100}, which does more than compute tensors</source>
        <translation>op {!r:.100}을(를) 실행하는데, 텐서를 계산하는 것 이상을 합니다</translation>
    </message>
    <message>
        <source>the model takes ragged or sparse tensors, which a page does not have. What you can do: {}</source>
        <translation>모델이 래그드 텐서나 희소 텐서를 받는데, 페이지에는 그런 것이 없습니다. 할 수 있는 것: {}</translation>
    </message>
    <message>
        <source>{} of {} cannot be used: {}. What you can do: install the version of its TensorFlow</source>
        <translation>{}({})을(를) 쓸 수 없습니다: {}. 할 수 있는 것: 그 TensorFlow의 버전을 설치하세요</translation>
    </message>
    <message>
        <source>the shape is {} and not {}</source>
        <translation>모양이 {}이며 {}이(가) 아닙니다</translation>
    </message>
    <message>
        <source>by up to {:.2g}, and the largest value is {:.2g}</source>
        <translation>최대 {:.2g}만큼 다르며, 가장 큰 값은 {:.2g}입니다</translation>
    </message>
    <message>
        <source>it was saved by Keras {}, which Keras {} does not read. What you can do: &quot;{}&quot; -m pip install &quot;tf_keras ~= {}.0&quot;</source>
        <translation>Keras {}로 저장되었는데, Keras {}은(는) 이를 읽지 못합니다. 할 수 있는 것: &quot;{}&quot; -m pip install &quot;tf_keras ~= {}.0&quot;</translation>
    </message>
    <message>
        <source>it reads another file, {!r}</source>
        <translation>다른 파일 {!r}을(를) 읽습니다</translation>
    </message>
    <message>
        <source>{}: only models can be opened for inference: in a document, use Model &gt; Remove Dropout and Training</source>
        <translation>{}: 추론용으로는 모델만 열 수 있습니다. 문서에서는 모델 메뉴에서 학습용 부분을 제거하세요</translation>
    </message>
    <message>
        <source>only a TPU runs this op, and {} has none: the CPU reference runs on this machine alone</source>
        <translation>이 op는 TPU에서만 실행되는데 {}에는 TPU가 없습니다. CPU 참조 구현은 이 컴퓨터에서만 실행됩니다</translation>
    </message>
    <message>
        <source>Run without a target, or on one with TPUs</source>
        <translation>대상 없이 실행하거나 TPU가 있는 대상에서 실행하세요</translation>
    </message>
    <message>
        <source>Add an {} or {} on the same handle</source>
        <translation>같은 핸들에 {} 또는 {}을(를) 추가하세요</translation>
    </message>
    <message>
        <source>Check the file name, and that the file is on the machine of {}, where it is looked for</source>
        <translation>파일 이름을 확인하고, 파일을 찾는 {} 컴퓨터에 파일이 있는지 확인하세요</translation>
    </message>
    <message>
        <source>the checkpoint has no values of {}, and their shapes are not known: they have none until something assigns one</source>
        <translation>체크포인트에 {}의 값이 없고 형태도 알 수 없습니다. 무언가가 값을 대입할 때까지 값이 없습니다</translation>
    </message>
    <message>
        <source>the attribute {} of the node {} cannot be read: {}</source>
        <translation>노드 {1}의 속성 {0}을(를) 읽을 수 없습니다: {2}</translation>
    </message>
    <message>
        <source>a tensor without a known dtype and shape</source>
        <translation>dtype과 shape을 알 수 없는 텐서</translation>
    </message>
    <message>
        <source>a tensor of dtype {} has no value</source>
        <translation>dtype이 {}인 텐서에는 값이 없습니다</translation>
    </message>
    <message>
        <source>a tensor of shape {} with {} bytes</source>
        <translation>shape이 {}인데 {}바이트인 텐서</translation>
    </message>
    <message>
        <source>a tensor of shape {} is larger than any that a graph can hold</source>
        <translation>shape이 {}인 텐서는 그래프에 담을 수 있는 것보다 큽니다</translation>
    </message>
    <message>
        <source>a tensor of shape {} with {} values</source>
        <translation>shape이 {}인데 값이 {}개인 텐서</translation>
    </message>
    <message>
        <source>making pages of it</source>
        <translation>페이지를 만드는 중</translation>
    </message>
    <message>
        <source>the model has no signature {}; it has: {}</source>
        <translation>모델에 시그니처 {}이(가) 없습니다. 있는 것: {}</translation>
    </message>
    <message>
        <source>{} would call a Python function that is in no file: the blocks stay, and cannot run</source>
        <translation>{}은(는) 어느 파일에도 없는 Python 함수를 호출합니다. 블록은 남지만 실행할 수 없습니다</translation>
    </message>
    <message>
        <source>of its {} graphs the one for {} was read, and not {}</source>
        <translation>그래프 {}개 가운데 {} 그래프를 읽고 {} 그래프는 읽지 않았습니다</translation>
    </message>
    <message>
        <source>{}: there is no {}</source>
        <translation>{}: {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{}: {} cannot be traced: {}: {}</source>
        <translation>{}: {}을(를) 추적할 수 없습니다: {}: {}</translation>
    </message>
    <message>
        <source>it uses a table, a dataset or such, and only variables and arrays come along: save it by tf.saved_model.save, and open that</source>
        <translation>테이블이나 데이터셋 같은 것을 쓰는데, 변수와 배열만 가져옵니다. tf.saved_model.save로 저장하고 그것을 여세요</translation>
    </message>
    <message>
        <source>no variable has a value: run the page first</source>
        <translation>값이 있는 변수가 없습니다. 먼저 페이지를 실행하세요</translation>
    </message>
    <message>
        <source>{}: {} is {} of the shape {}, and the variable is {} of the shape {}</source>
        <translation>{}: {}은(는) shape이 {3}인 {2}인데 변수는 shape이 {5}인 {4}입니다</translation>
    </message>
    <message>
        <source>{}: there is no checkpoint of this name, which would be {}</source>
        <translation>{}: 이 이름의 체크포인트가 없습니다. 있다면 {}일 것입니다</translation>
    </message>
    <message>
        <source>{}: the checkpoint cannot be read: {}</source>
        <translation>{}: 체크포인트를 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>{}: {} cannot be read: {}</source>
        <translation>{}: {}을(를) 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>{}: not an .npz file of numbers: {}</source>
        <translation>{}: 숫자의 .npz 파일이 아닙니다: {}</translation>
    </message>
    <message>
        <source>{} has a value that is too large for a script</source>
        <translation>{}의 값이 스크립트에 쓰기에는 너무 큽니다</translation>
    </message>
    <message>
        <source>TensorFlow has no op {}</source>
        <translation>TensorFlow에 op {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>not known inside a function</source>
        <translation>함수 안에서는 알 수 없음</translation>
    </message>
    <message>
        <source>no variable with an initial value has a value: run the page first</source>
        <translation>초깃값이 있는 변수 가운데 값이 있는 것이 없습니다. 먼저 페이지를 실행하세요</translation>
    </message>
    <message numerus="yes">
        <source>{} gradient arrives, but the config has {}: {}</source>
        <comment>{} gradients arrive, but the config has {}: {}</comment>
        <translation>
            <numerusform>기울기 {}개가 들어오는데 config에는 {}가 있습니다: {}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} has {0} element, but {2} has {3}: they belong together</source>
        <comment>{1} has {0} elements, but {2} has {3}: they belong together</comment>
        <translation>
            <numerusform>{1}의 요소는 {0}개인데 {2}의 요소는 {3}개입니다. 둘의 개수가 같아야 합니다</numerusform>
        </translation>
    </message>
    <message>
        <source>The page has a Session: take the data without a model, or a new page</source>
        <translation>페이지에 Session이 있습니다. 모델 없이 데이터만 가져오거나 새 페이지를 쓰십시오</translation>
    </message>
    <message>
        <source>Data from {0}</source>
        <translation>{0}의 데이터</translation>
    </message>
    <message>
        <source>its numbers are big-endian: save it as little-endian</source>
        <translation>수가 빅 엔디언입니다. 리틀 엔디언으로 저장하십시오</translation>
    </message>
    <message>
        <source>All pictures are of one class: put others into another folder</source>
        <translation>모든 그림이 한 클래스입니다. 다른 그림을 다른 폴더에 넣으십시오</translation>
    </message>
    <message>
        <source>The labels are {0}: one for each of the {1} rows is needed</source>
        <translation>레이블이 {0}입니다. {1}개 행마다 하나가 필요합니다</translation>
    </message>
    <message>
        <source>Choose the file with the labels of the {0} rows</source>
        <translation>{0}개 행의 레이블이 있는 파일을 고르십시오</translation>
    </message>
    <message>
        <source>Choose the column that is to be learned</source>
        <translation>학습할 열을 고르십시오</translation>
    </message>
    <message>
        <source>Choose at least one column as input</source>
        <translation>입력으로 쓸 열을 하나 이상 고르십시오</translation>
    </message>
    <message>
        <source>{0} has too many or too few different values for classes</source>
        <translation>{0}: 서로 다른 값이 클래스로 쓰기에 너무 많거나 적습니다</translation>
    </message>
    <message>
        <source>{0} holds texts: they are classes, not numbers</source>
        <translation>{0}에는 글이 있습니다. 수가 아니라 클래스입니다</translation>
    </message>
    <message>
        <source>Batches of {0}. Rows are read and encoded in groups, each of which {1} splits by the seed: no row is for training and for validation. MIXED puts those for training into another order in each epoch. `training` says from which of both NEXT takes a batch; the end of the rows ends the epoch.</source>
        <translation>{0}의 배치. 행을 묶음으로 읽어 수로 바꾸고, {1}이(가) 시드에 따라 나눕니다. 훈련과 검증에 같이 쓰이는 행은 없습니다. MIXED는 훈련용 행의 순서를 에포크마다 바꿉니다. NEXT가 어느 쪽에서 배치를 가져올지는 `training`이 정하고, 행이 끝나면 에포크가 끝납니다.</translation>
    </message>
    <message>
        <source>What becomes of a group of rows of {0}: inputs and labels as numbers, and of these the rows that SPLIT chooses. Means, deviations and names are those of the file when it was looked at.</source>
        <translation>{0}의 행 한 묶음이 어떻게 되는지: 입력과 레이블을 수로 바꾸고, 그 가운데 SPLIT이 고른 행. 평균, 표준편차, 이름은 파일을 살펴보았을 때의 것입니다.</translation>
    </message>
    <message>
        <source>The picture in a file, and its label.</source>
        <translation>파일에 있는 그림과 그 레이블.</translation>
    </message>
    <message>
        <source>its name is not text in UTF-8</source>
        <translation>이름이 UTF-8 글이 아닙니다</translation>
    </message>
    <message>
        <source>it has {0} folders: {1} classes at most</source>
        <translation>폴더가 {0}개입니다. 클래스는 최대 {1}개입니다</translation>
    </message>
    <message>
        <source>the name of its folder {0!r} is not text in UTF-8</source>
        <translation>폴더 {0!r}의 이름이 UTF-8 글이 아닙니다</translation>
    </message>
    <message>
        <source>it has cells of several lines, and empty lines: take these out</source>
        <translation>여러 줄로 된 칸과 빈 줄이 함께 있습니다. 빈 줄을 없애십시오</translation>
    </message>
    <message>
        <source>line {0} has more than {1} characters</source>
        <translation>{0}번째 줄이 {1}자보다 깁니다</translation>
    </message>
    <message>
        <source>line {0} ends with CR alone: save it with LF or CR LF</source>
        <translation>{0}번째 줄이 CR만으로 끝납니다. LF나 CR LF로 저장하십시오</translation>
    </message>
    <message>
        <source>line {0} has {1} cells, and the first has {2}</source>
        <translation>{0}번째 줄은 칸이 {1}개이고, 첫 줄은 {2}개입니다</translation>
    </message>
    <message>
        <source>there are {0:,} conflicts; a document keeps {1:,} at most</source>
        <translation>충돌이 {0:,}개 있습니다. 문서에는 최대 {1:,}개까지 둘 수 있습니다</translation>
    </message>
    <message>
        <source>conflict {}</source>
        <translation>충돌 {}</translation>
    </message>
    <message>
        <source>{}: git has no {}</source>
        <translation>{}: git에 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{}: there is no such folder</source>
        <translation>{}: 그런 폴더가 없습니다</translation>
    </message>
    <message>
        <source>git is not installed here</source>
        <translation>여기에는 git이 설치되어 있지 않습니다</translation>
    </message>
    <message>
        <source>git cannot be started: {}</source>
        <translation>git을 시작할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>{}: is in no git repository</source>
        <translation>{}: git 저장소에 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>Put layers behind {0}, select the last one, and choose Model &gt; Train This.</source>
        <translation>{0} 뒤에 층을 놓고 마지막 것을 선택한 다음 모델 &gt; 이것을 학습을 고르세요.</translation>
    </message>
    <message>
        <source>mode</source>
        <translation>모드</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>이동됨</translation>
    </message>
    <message>
        <source>The clipboard contains a picture, not a file. Right-click the page to save the picture in the folder of the document and to add a block that reads it.</source>
        <translation>클립보드에 파일이 아니라 그림이 있습니다. 페이지의 메뉴에서 문서의 폴더에 저장하고 읽을 수 있습니다</translation>
    </message>
    <message>
        <source>Save the document first: the picture is saved in the same folder</source>
        <translation>먼저 문서를 저장하세요. 그림은 같은 폴더에 저장됩니다</translation>
    </message>
    <message>
        <source>The clipboard contains no blocks</source>
        <translation>클립보드에 블록이 없습니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not a batch size</source>
        <translation>{!r:.40}은(는) 배치 크기가 아닙니다</translation>
    </message>
    <message>
        <source>The page has no expanded frame</source>
        <translation>페이지에 펼친 프레임이 없습니다</translation>
    </message>
    <message>
        <source>The page has no collapsed frame</source>
        <translation>페이지에 접힌 프레임이 없습니다</translation>
    </message>
    <message>
        <source>Expand the frame at the end of this wire to bend the wire</source>
        <translation>와이어를 꺾으려면 와이어 끝에 있는 프레임을 펼치세요</translation>
    </message>
    <message>
        <source>{}: a document does not contain a graph: {} apply only to an exported graph</source>
        <translation>{}: 문서에는 그래프가 들어 있지 않습니다. {}은(는) 내보낸 그래프에만 적용됩니다</translation>
    </message>
    <message>
        <source>{!r:.60} is not an expression of parameters, such as =gain or =[4*units]</source>
        <translation>{!r:.60}은(는) =gain이나 =[4*units] 같은 매개변수의 식이 아닙니다</translation>
    </message>
    <message>
        <source>{}: is not a text in UTF-8</source>
        <translation>{}: UTF-8 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>{!r} is not a valid job name: use letters, digits and _, beginning with a letter</source>
        <translation>{!r}은(는) 올바른 job 이름이 아닙니다. 글자로 시작해 글자, 숫자, _를 쓰세요</translation>
    </message>
    <message>
        <source>{!r} is not an address: write HOST:PORT with a port from 1 to 65535, such as localhost:2222</source>
        <translation>{!r}은(는) 주소가 아닙니다. 1에서 65535까지의 포트로 HOST:PORT를 쓰세요. 예: localhost:2222</translation>
    </message>
    <message>
        <source>{!r} is not a target: write grpc://HOST:PORT, such as grpc://localhost:2223</source>
        <translation>{!r}은(는) 대상이 아닙니다. grpc://HOST:PORT를 쓰세요. 예: grpc://localhost:2223</translation>
    </message>
    <message>
        <source>it contains {0}, which no block can read</source>
        <translation>{0}이(가) 들어 있는데 이것을 읽을 수 있는 블록이 없습니다</translation>
    </message>
    <message>
        <source>it has no rows</source>
        <translation>행이 없습니다</translation>
    </message>
    <message>
        <source>it contains {0} bytes: blocks read at most {1}</source>
        <translation>{0}바이트입니다. 블록은 {1}바이트까지 읽습니다</translation>
    </message>
    <message>
        <source>it has {0} columns: blocks read at most {1}</source>
        <translation>열이 {0}개입니다. 블록은 {1}개까지 읽습니다</translation>
    </message>
    <message>
        <source>a row has {0} numbers: blocks read at most {1}</source>
        <translation>한 행에 숫자가 {0}개 있습니다. 블록은 {1}개까지 읽습니다</translation>
    </message>
    <message>
        <source>The columns of {0}, which is read in each step.</source>
        <translation>{0}의 열. 이 파일은 단계마다 읽습니다.</translation>
    </message>
    <message>
        <source>it contains several arrays: save each with numpy.save, and drop the .npy files</source>
        <translation>배열이 여럿 들어 있습니다. numpy.save로 하나씩 저장해 .npy 파일을 놓으세요</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>배열</translation>
    </message>
    <message>
        <source>no block can read this kind of file: save its data as .csv or .npy</source>
        <translation>이런 파일을 읽을 수 있는 블록이 없습니다. 데이터를 .csv나 .npy로 저장하세요</translation>
    </message>
    <message>
        <source>its path contains one of {0}, which have a special meaning: rename it</source>
        <translation>경로에 특별한 뜻이 있는 {0} 가운데 하나가 있습니다. 이름을 바꾸세요</translation>
    </message>
    <message>
        <source>it contains more than {0} files</source>
        <translation>파일이 {0}개보다 많습니다</translation>
    </message>
    <message>
        <source>{0} is not a file</source>
        <translation>{0}은(는) 파일이 아닙니다</translation>
    </message>
    <message>
        <source>it has no folders with pictures: put those of each class into a separate folder</source>
        <translation>그림이 든 폴더가 없습니다. 클래스마다 그림을 따로 폴더에 넣으세요</translation>
    </message>
    <message>
        <source>a cycle of wires</source>
        <translation>와이어의 순환</translation>
    </message>
    <message>
        <source>unset</source>
        <translation>설정 안 됨</translation>
    </message>
    <message>
        <source>{!r:.80} is not an address: there is no name before a /</source>
        <translation>{!r:.80}은(는) 주소가 아닙니다. / 앞에 이름이 없습니다</translation>
    </message>
    <message>
        <source>{!r:.80} is not an address: write BLOCK, BLOCK.PIN or PAGE/BLOCK.PIN</source>
        <translation>{!r:.80}은(는) 주소가 아닙니다. 블록, 블록.핀 또는 페이지/블록.핀을 적으세요</translation>
    </message>
    <message>
        <source>{!r:.80} is not an address: nothing follows the backslash</source>
        <translation>{!r:.80}은(는) 주소가 아닙니다. 백슬래시 뒤에 아무것도 없습니다</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a text</source>
        <translation>&quot;{0}&quot;이(가) 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a colour such as #8c4002</source>
        <translation>&quot;{0}&quot;은(는) #8c4002 같은 색이 아닙니다</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is neither true nor false</source>
        <translation>&quot;{0}&quot;은(는) true도 false도 아닙니다</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a size in pixels</source>
        <translation>&quot;{0}&quot;이(가) 픽셀 크기가 아닙니다</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not rect, script or an SVG path</source>
        <translation>&quot;{0}&quot;은(는) rect, script 또는 SVG 경로가 아닙니다</translation>
    </message>
    <message>
        <source>the unknown mode {1!r:.40}; there are {2}</source>
        <translation>알 수 없는 모드 {1!r:.40}. 가능한 값: {2}</translation>
    </message>
    <message>
        <source>{1!r:.80} is too long for a condition</source>
        <translation>{1!r:.80}은(는) 조건으로 너무 깁니다</translation>
    </message>
    <message>
        <source>&quot;{0}&quot; is not a JSON object</source>
        <translation>&quot;{0}&quot;이(가) JSON 객체가 아닙니다</translation>
    </message>
    <message>
        <source>value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>접힘</translation>
    </message>
    <message>
        <source>fill</source>
        <translation>채우기</translation>
    </message>
    <message>
        <source>font</source>
        <translation>글꼴</translation>
    </message>
    <message>
        <source>bold</source>
        <translation>굵게</translation>
    </message>
    <message>
        <source>it is not JSON</source>
        <translation>JSON이 아닙니다</translation>
    </message>
    <message>
        <source>that is beyond the canvas</source>
        <translation>캔버스를 벗어납니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not the number of a bookmark: use 1 to 9</source>
        <translation>{!r:.40}은(는) 책갈피 번호가 아닙니다. 1에서 9까지 쓰세요</translation>
    </message>
    <message>
        <source>{!r:.40} is not a scale of a bookmark</source>
        <translation>{!r:.40}은(는) 책갈피의 배율이 아닙니다</translation>
    </message>
    <message>
        <source>{!r:.80} is not a page of a library</source>
        <translation>{!r:.80}은(는) 라이브러리의 페이지가 아닙니다</translation>
    </message>
    <message>
        <source>a uid has {} characters at most</source>
        <translation>uid는 {}자까지입니다</translation>
    </message>
    <message>
        <source>{0} to {1} by {2} is not a slider for {3}: the numbers are least, greatest (up to {4}) and step</source>
        <translation>{0}부터 {1}까지 {2}씩은 {3}의 슬라이더가 아닙니다. 세 수는 최소, 최대({4}까지), 간격입니다</translation>
    </message>
    <message>
        <source>{!r:.60} is not a name of a node</source>
        <translation>{!r:.60}은(는) 노드의 이름이 아닙니다</translation>
    </message>
    <message>
        <source>{!r:.80} is not a conflict</source>
        <translation>{!r:.80}은(는) 충돌이 아닙니다</translation>
    </message>
    <message>
        <source>no edit sets the field {!r:.40}</source>
        <translation>필드 {!r:.40}을(를) 설정하는 편집은 없습니다</translation>
    </message>
    <message>
        <source>{!r:.80} is not a name of weights</source>
        <translation>{!r:.80}은(는) 가중치의 이름이 아닙니다</translation>
    </message>
    <message>
        <source>{}.{} is not a fixed value</source>
        <translation>{}.{}은(는) 고정된 값이 아닙니다</translation>
    </message>
    <message>
        <source>it is beyond the canvas: moved to its origin</source>
        <translation>캔버스를 벗어나 원점으로 옮겼습니다</translation>
    </message>
    <message>
        <source>the .dat file in the folder of the page is missing</source>
        <translation>페이지의 폴더에 .dat 파일이 없습니다</translation>
    </message>
    <message>
        <source>{!r:.30} is not a number</source>
        <translation>{!r:.30}은(는) 숫자가 아닙니다</translation>
    </message>
    <message>
        <source>{} wires with another width: drawn like others</source>
        <translation>두께가 다른 와이어 {}개: 다른 와이어처럼 그립니다</translation>
    </message>
    <message>
        <source>{} texts and shapes: without their fonts, line widths and dashes</source>
        <translation>텍스트와 도형 {}개: 글꼴, 선 두께, 점선이 없습니다</translation>
    </message>
    <message>
        <source>{!r:.60} is not a valid block name: it becomes {}</source>
        <translation>{!r:.60}은(는) 올바른 블록 이름이 아닙니다. {}이(가) 됩니다</translation>
    </message>
    <message>
        <source>{} is not a symbol of enuSpace-Tensorflow: kept as a placeholder</source>
        <translation>{}은(는) enuSpace-Tensorflow의 심볼이 아닙니다. 자리만 남깁니다</translation>
    </message>
    <message>
        <source>{} = {!r:.60}: it is wired, and this is not a value</source>
        <translation>{} = {!r:.60}: 연결되어 있으며 이것은 값이 아닙니다</translation>
    </message>
    <message>
        <source>no input is there</source>
        <translation>거기에 입력이 없습니다</translation>
    </message>
    <message>
        <source>it is not a page but a {}</source>
        <translation>페이지가 아닙니다: {}</translation>
    </message>
    <message>
        <source>{!r:.60} is not a valid page name, or is used twice: it becomes {}</source>
        <translation>{!r:.60}은(는) 올바른 페이지 이름이 아니거나 두 번 쓰였습니다. {}이(가) 됩니다</translation>
    </message>
    <message>
        <source>it is not an enuSpace project</source>
        <translation>enuSpace 프로젝트가 아닙니다</translation>
    </message>
    <message>
        <source>the page is outside the project&apos;s folder</source>
        <translation>페이지가 프로젝트 폴더 밖에 있습니다</translation>
    </message>
    <message>
        <source>a page that the project does not list: open it separately</source>
        <translation>프로젝트 목록에 없는 페이지: 따로 여세요</translation>
    </message>
    <message>
        <source>the global page is missing or outside the project&apos;s folder</source>
        <translation>전역 페이지가 없거나 프로젝트 폴더 밖에 있습니다</translation>
    </message>
    <message>
        <source>a map of colours: without its axes, lines and numbers</source>
        <translation>색 지도: 축, 선, 숫자가 없습니다</translation>
    </message>
    <message>
        <source>it contains characters that XML does not allow</source>
        <translation>XML에 쓸 수 없는 문자가 있습니다</translation>
    </message>
    <message>
        <source>{}: the files of the model cannot be copied to its folder: {}</source>
        <translation>{}: 모델의 파일을 그 폴더에 복사할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>line {} has conflict marks: git merged it as lines of text. In its folder, `{}` merges it as a document; `blockloom integrate --git` lets git do so</source>
        <translation>{}행에 충돌 표시가 있습니다. git이 텍스트 줄로 병합했습니다. 이 파일의 폴더에서 `{}`을(를) 실행하면 문서로 병합됩니다. `blockloom integrate --git`을 쓰면 git이 그렇게 합니다</translation>
    </message>
    <message>
        <source>not a Blockloom document: line {}, column {}: {}</source>
        <translation>Blockloom 문서가 아닙니다. {}행 {}열: {}</translation>
    </message>
    <message>
        <source>no program reads from the pipe</source>
        <translation>파이프에서 읽는 프로그램이 없습니다</translation>
    </message>
    <message>
        <source>See how a graph computes</source>
        <translation>그래프가 계산하는 방법 보기</translation>
    </message>
    <message>
        <source>Counts to 3 and begins again: in each step, one of two branches is alive.</source>
        <translation>3까지 세고 다시 시작합니다. 스텝마다 두 갈래 중 하나만 살아 있습니다.</translation>
    </message>
    <message>
        <source>Three numbers go in and two come out, until a step has to wait.</source>
        <translation>숫자 세 개가 들어가고 두 개가 나오다가, 마침내 스텝이 기다리게 됩니다.</translation>
    </message>
    <message>
        <source>Train a network</source>
        <translation>신경망 학습시키기</translation>
    </message>
    <message>
        <source>Filters tell digits apart better: layers of a library, and what they see.</source>
        <translation>필터가 숫자를 더 잘 구별합니다. 라이브러리의 층과, 그 층이 보는 것.</translation>
    </message>
    <message>
        <source>Two layers learn XOR, and a map shows what they make of every point.</source>
        <translation>두 층이 XOR을 배우고, 점마다 무엇이라 답하는지 지도가 보여 줍니다.</translation>
    </message>
    <message>
        <source>Learns how waves go on: a loop that remembers, trained through its turns.</source>
        <translation>파형이 어떻게 이어지는지 배웁니다. 기억하는 루프를 반복을 거슬러 학습시킵니다.</translation>
    </message>
    <message>
        <source>Adam fits one variable: what an optimizer keeps of it is among its results.</source>
        <translation>Adam이 변수 하나를 맞춥니다. 옵티마이저가 간직하는 값도 결과에 있습니다.</translation>
    </message>
    <message>
        <source>Find out why training fails</source>
        <translation>학습이 왜 실패하는지 알아내기</translation>
    </message>
    <message>
        <source>A loss that becomes NaN: ask why, and see where that began.</source>
        <translation>손실이 NaN이 됩니다. 이유를 묻고 어디서 시작되었는지 봅니다.</translation>
    </message>
    <message>
        <source>Learned by heart: the training loss falls, that of validation rises again.</source>
        <translation>외워 버렸습니다. 학습 손실은 줄지만 검증 손실은 다시 커집니다.</translation>
    </message>
    <message>
        <source>Validated after each epoch, and ended when it gets no better.</source>
        <translation>에포크마다 검증하고, 더 나아지지 않으면 끝냅니다.</translation>
    </message>
    <message>
        <source>Work with data</source>
        <translation>데이터 다루기</translation>
    </message>
    <message>
        <source>Blocks read a table and an array, and rents are explained by area, rooms and age.</source>
        <translation>블록이 표와 배열을 읽고, 집세를 면적·방 수·연식으로 설명합니다.</translation>
    </message>
    <message>
        <source>The rows of a table, shuffled and in batches, epoch by epoch.</source>
        <translation>표의 행을 섞어 배치로 나누고, 에포크마다 반복합니다.</translation>
    </message>
    <message>
        <source>Two kernels find the edges of a picture, which is looked at as one.</source>
        <translation>두 커널이 그림의 윤곽을 찾고, 결과를 그림으로 봅니다.</translation>
    </message>
    <message>
        <source>Make blocks of pages</source>
        <translation>페이지를 블록으로 만들기</translation>
    </message>
    <message>
        <source>One page is used twice, with other values: two waves that beat.</source>
        <translation>한 페이지를 값만 바꾸어 두 번 씁니다. 두 파동이 맥놀이를 만듭니다.</translation>
    </message>
    <message>
        <source>Waves add up to a square: all are blocks of one page, from a library.</source>
        <translation>파동들이 더해져 사각파가 됩니다. 모두 라이브러리에 있는 한 페이지의 블록입니다.</translation>
    </message>
    <message>
        <source>See how gradients are collected</source>
        <translation>그래디언트를 모으는 방법 보기</translation>
    </message>
    <message>
        <source>Sparse gradients add up until there are enough; then their mean is taken.</source>
        <translation>희소 그래디언트를 충분히 모은 다음 평균을 꺼냅니다.</translation>
    </message>
    <message>
        <source>Two workers add gradients for one variable; what comes too late is ignored.</source>
        <translation>두 워커가 한 변수의 그래디언트를 더합니다. 너무 늦게 온 것은 무시됩니다.</translation>
    </message>
    <message>
        <source>Gradients that are too old are dropped, and counted.</source>
        <translation>너무 오래된 그래디언트는 버리고, 그 수를 셉니다.</translation>
    </message>
    <message>
        <source>Tables of a TPU embedding are filled, looked up and trained, without a TPU.</source>
        <translation>TPU 없이 TPU 임베딩의 표를 채우고, 찾아보고, 학습시킵니다.</translation>
    </message>
    <message>
        <source>it contains several arrays; feed one .npy file</source>
        <translation>배열이 여럿 들어 있습니다. .npy 파일 하나를 공급하세요</translation>
    </message>
    <message>
        <source>it contains {}</source>
        <translation>{}이(가) 들어 있습니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not a cell on which two sides can differ</source>
        <translation>{!r:.40}은(는) 두 쪽이 다를 수 있는 칸이 아닙니다</translation>
    </message>
    <message>
        <source>a side must be a text, a number, true or false, or a list of these</source>
        <translation>한쪽 값은 텍스트, 숫자, 참/거짓 또는 그 목록이어야 합니다</translation>
    </message>
    <message>
        <source>{!r:.80} is not the name of a library or page, or a digest</source>
        <translation>{!r:.80}은(는) 라이브러리나 페이지의 이름도, 다이제스트도 아닙니다</translation>
    </message>
    <message>
        <source>{} is not a number that a document can contain</source>
        <translation>{}은(는) 문서에 담을 수 있는 수가 아닙니다</translation>
    </message>
    <message>
        <source>a text contains a lone surrogate</source>
        <translation>텍스트에 짝 없는 서로게이트가 있습니다</translation>
    </message>
    <message>
        <source>&quot;uid&quot; is longer than {} characters</source>
        <translation>&quot;uid&quot;가 {}자보다 깁니다</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is beyond the canvas</source>
        <translation>&quot;{}&quot;이(가) 캔버스를 벗어납니다</translation>
    </message>
    <message>
        <source>what was kept of the document with {} is damaged</source>
        <translation>{}과(와) 함께 보관한 문서가 손상되었습니다</translation>
    </message>
    <message>
        <source>it contains no saved runs</source>
        <translation>저장한 실행이 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>The regular expression {} is too complex</source>
        <translation>정규식 {}이(가) 너무 복잡합니다</translation>
    </message>
    <message>
        <source>{} is not a regular expression: {}</source>
        <translation>{}은(는) 정규식이 아닙니다: {}</translation>
    </message>
    <message>
        <source>Press Ctrl+Shift+F (Run &gt; Fit the Model…), and Enter. {0} validates after each epoch. The first run takes some seconds, until TensorFlow is there.</source>
        <translation>Ctrl+Shift+F(실행 &gt; 모델 학습…)와 Enter를 누르세요. 에포크마다 {0}이(가) 검증합니다. 첫 실행은 TensorFlow가 준비될 때까지 몇 초 걸립니다.</translation>
    </message>
    <message>
        <source>Choose your data</source>
        <translation>데이터를 고르세요</translation>
    </message>
    <message>
        <source>File &gt; Data from… looks at a table (.csv), an array (.npy) or a folder of pictures. Say what is to be learned, and add it to the page with a starting model.</source>
        <translation>파일 &gt; 데이터 불러오기… 가 표(.csv), 배열(.npy) 또는 그림 폴더를 살펴봅니다. 배울 것을 정하고 시작 모델과 함께 페이지에 추가하세요.</translation>
    </message>
    <message>
        <source>Look inside</source>
        <translation>안을 보세요</translation>
    </message>
    <message>
        <source>{0} reads the rows, splits them and makes batches. Double click it to see the blocks that do so. Backspace comes back.</source>
        <translation>{0}이(가) 행을 읽고 나누어 배치를 만듭니다. 두 번 클릭하면 그 일을 하는 블록이 보이고, 백스페이스로 돌아옵니다.</translation>
    </message>
    <message>
        <source>Fit the model</source>
        <translation>모델을 학습시키세요</translation>
    </message>
    <message>
        <source>See how well it does</source>
        <translation>얼마나 잘하는지 보세요</translation>
    </message>
    <message>
        <source>The chart has the loss of training and of validation. Where only the latter rises, the model learns by heart. Select {0} and press Ctrl+I to see the numbers.</source>
        <translation>차트에는 훈련 손실과 검증 손실이 있습니다. 검증 손실만 오르면 모델이 외우고 있는 것입니다. {0}을(를) 선택하고 Ctrl+I를 누르면 수가 나옵니다.</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>남기기</translation>
    </message>
    <message>
        <source>Ask why</source>
        <translation>이유 묻기</translation>
    </message>
    <message>
        <source>{0} is not finite. Select it and press Ctrl+. (the full stop), or click the rays at its pin.</source>
        <translation>{0}의 값이 유한하지 않습니다. 선택하고 Ctrl+.(마침표)를 누르거나 핀의 빛살을 클릭하세요.</translation>
    </message>
    <message>
        <source>Look back</source>
        <translation>돌아보기</translation>
    </message>
    <message>
        <source>The box says where it began, in which step, and with which numbers; Escape closes it. Now drag on the line under the page: every block shows what it gave in that step. Escape comes back to the latest.</source>
        <translation>상자는 어디서, 어느 단계에서, 어떤 수로 시작되었는지 알려 줍니다. Esc로 닫습니다. 이제 페이지 아래의 선을 끌어 보세요. 모든 블록이 그 단계에서 낸 값을 보여 줍니다. Esc로 최신 단계로 돌아옵니다.</translation>
    </message>
    <message>
        <source>Your first graph</source>
        <translation>첫 그래프</translation>
    </message>
    <message>
        <source>Blocks, wires, values, a run and its results: every graph is made so. Save it with Ctrl+S, or open an example: File &gt; Examples.</source>
        <translation>블록, 와이어, 값, 실행, 결과: 모든 그래프는 이렇게 만듭니다. Ctrl+S로 저장하거나 예제를 여세요: 파일 &gt; 예제.</translation>
    </message>
    <message>
        <source>Train on your data</source>
        <translation>내 데이터로 학습</translation>
    </message>
    <message>
        <source>From here on the model is yours: other layers, units and rates, more data. Model &gt; Remove Dropout and Training and File &gt; Export Model… make of it what others can use.</source>
        <translation>이제부터는 마음대로 고치세요: 다른 층, 유닛 수, 학습률, 더 많은 데이터. 모델 &gt; dropout과 학습 없애기와 파일 &gt; 모델 내보내기… 로 다른 사람도 쓸 수 있게 만듭니다.</translation>
    </message>
    <message>
        <source>Find what went wrong</source>
        <translation>무엇이 잘못되었는지 찾기</translation>
    </message>
    <message>
        <source>{}: is a link that leads out of the repository: {}</source>
        <translation>{}: 저장소 밖으로 이어지는 링크입니다: {}</translation>
    </message>
    <message>
        <source>{}:{}: these links lead to each other</source>
        <translation>{}:{}: 이 링크들은 서로를 가리킵니다</translation>
    </message>
    <message>
        <source>git prints more than {} MiB</source>
        <translation>git이 {} MiB보다 많이 출력합니다</translation>
    </message>
    <message>
        <source>{}:{}: git knows no revision {}</source>
        <translation>{}:{}: git에 리비전 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{}:{}: there is no such file in that revision</source>
        <translation>{}:{}: 그 리비전에는 그런 파일이 없습니다</translation>
    </message>
    <message>
        <source>git has ended</source>
        <translation>git이 종료되었습니다</translation>
    </message>
    <message>
        <source>{0}: git cannot give it. Where a partial clone left it out, `git show {0}` fetches it</source>
        <translation>{0}: git이 줄 수 없습니다. 부분 복제에서 빠졌다면 `git show {0}`로 가져옵니다</translation>
    </message>
    <message>
        <source>git does not have what {} is: it was not fetched</source>
        <translation>git에 {}의 내용이 없습니다: 가져오지 않았습니다</translation>
    </message>
    <message>
        <source>{} is a folder, not a file</source>
        <translation>{}은(는) 파일이 아니라 폴더입니다</translation>
    </message>
    <message>
        <source>{}: there are more than {:,} files in it</source>
        <translation>{}: 파일이 {:,}개보다 많습니다</translation>
    </message>
    <message>
        <source>ours is taken in {} more conflicts: a document keeps {}</source>
        <translation>충돌 {}개에서는 우리 쪽을 적용했습니다: 문서에는 {}개까지 남습니다</translation>
    </message>
    <message>
        <source>both sides have a new page {}; that of theirs is {} here</source>
        <translation>양쪽에 새 페이지 {}이(가) 있습니다. 상대 쪽의 것은 여기서 {}입니다</translation>
    </message>
    <message>
        <source>{}: {} is taken from {}</source>
        <translation>{}: {}을(를) {}에서 가져왔습니다</translation>
    </message>
    <message>
        <source>{}: unpacked by one side, without what the other changed on its page: {}</source>
        <translation>{}: 한쪽에서 풀었으며, 다른 쪽이 그 페이지에서 바꾼 것은 들어 있지 않습니다: {}</translation>
    </message>
    <message>
        <source>The labels are classes: let {0} give a number for each class</source>
        <translation>레이블이 클래스입니다: {0}이(가) 클래스마다 수를 주게 하세요</translation>
    </message>
    <message>
        <source>No free input of {0} takes {1}</source>
        <translation>{0}에는 {1}을(를) 받는 빈 입력이 없습니다</translation>
    </message>
    <message>
        <source>Change when a run ends</source>
        <translation>실행이 끝나는 때 바꾸기</translation>
    </message>
    <message>
        <source>A Validation needs one Session, and a loss that Minimize takes</source>
        <translation>Validation에는 Session 하나와 Minimize가 받는 손실이 필요합니다</translation>
    </message>
    <message>
        <source>Validate after each epoch</source>
        <translation>에포크마다 검증</translation>
    </message>
    <message>
        <source>Run &gt; Fit the Model runs epochs: {0} validates after each of them</source>
        <translation>실행 &gt; 모델 학습이 에포크를 실행합니다: {0}이(가) 에포크마다 검증합니다</translation>
    </message>
    <message>
        <source>the value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>the slider</source>
        <translation>슬라이더</translation>
    </message>
    <message>
        <source>the name of the node</source>
        <translation>노드 이름</translation>
    </message>
    <message>
        <source>the type of the block</source>
        <translation>블록의 유형</translation>
    </message>
    <message>
        <source>the frame around it</source>
        <translation>둘러싼 프레임</translation>
    </message>
    <message>
        <source>whether the block takes part</source>
        <translation>블록의 참여 여부</translation>
    </message>
    <message>
        <source>where runs pause</source>
        <translation>실행이 멈추는 곳</translation>
    </message>
    <message>
        <source>the colour</source>
        <translation>색</translation>
    </message>
    <message>
        <source>the title</source>
        <translation>제목</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>the name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>the name of the page</source>
        <translation>페이지 이름</translation>
    </message>
    <message>
        <source>the size of the page</source>
        <translation>페이지 크기</translation>
    </message>
    <message>
        <source>the background of the page</source>
        <translation>페이지 배경</translation>
    </message>
    <message>
        <source>whether it is collapsed</source>
        <translation>접힘 여부</translation>
    </message>
    <message>
        <source>how it looks</source>
        <translation>모양</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>{}: there is no such file; blockloom new --examples writes the examples</source>
        <translation>{}: 그런 파일이 없습니다. blockloom new --examples가 예제를 씁니다</translation>
    </message>
    <message>
        <source>runs a graph stored in its data: {}</source>
        <translation>데이터에 담긴 그래프를 실행합니다: {}</translation>
    </message>
    <message>
        <source>no</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>{}: a wire from another page leads through its pins</source>
        <translation>{}: 다른 페이지에서 오는 와이어가 그 페이지의 핀을 지나 연결됩니다</translation>
    </message>
    <message>
        <source>{}: {} is {} here: a conflict keeps what had that name</source>
        <translation>{}: {}은(는) 여기서 {}입니다: 그 이름을 가졌던 것이 충돌 때문에 남아 있습니다</translation>
    </message>
    <message>
        <source>ours removed it, theirs changed or wired it</source>
        <translation>우리 쪽은 지웠고, 상대 쪽은 바꾸거나 연결했습니다</translation>
    </message>
    <message>
        <source>theirs removed it, ours changed or wired it</source>
        <translation>상대 쪽은 지웠고, 우리 쪽은 바꾸거나 연결했습니다</translation>
    </message>
    <message>
        <source>ours removed the page, theirs changed or used it</source>
        <translation>우리 쪽은 페이지를 지웠고, 상대 쪽은 바꾸거나 사용했습니다</translation>
    </message>
    <message>
        <source>theirs removed the page, ours changed or used it</source>
        <translation>상대 쪽은 페이지를 지웠고, 우리 쪽은 바꾸거나 사용했습니다</translation>
    </message>
    <message>
        <source>the two sides of a merge updated the page from its library, to different versions</source>
        <translation>병합한 두 쪽이 라이브러리에서 페이지를 서로 다른 버전으로 업데이트했습니다</translation>
    </message>
    <message>
        <source>Update the page from the library, or keep it as it is</source>
        <translation>라이브러리에서 페이지를 업데이트하거나 그대로 두세요</translation>
    </message>
    <message>
        <source>Keep one of them</source>
        <translation>하나만 남기세요</translation>
    </message>
    <message>
        <source>Wire a loss or a metric to it</source>
        <translation>손실이나 지표를 연결하세요</translation>
    </message>
    <message>
        <source>Ours: {}</source>
        <translation>우리 쪽: {}</translation>
    </message>
    <message>
        <source>Theirs: {}</source>
        <translation>상대 쪽: {}</translation>
    </message>
    <message>
        <source>Discard the conflict and keep the current state</source>
        <translation>충돌을 취소하고 현재 상태를 유지합니다</translation>
    </message>
    <message>
        <source>remove it</source>
        <translation>지우기</translation>
    </message>
    <message>
        <source>keep it</source>
        <translation>두기</translation>
    </message>
    <message>
        <source>take both away</source>
        <translation>둘 다 없애기</translation>
    </message>
    <message>
        <source>Add a Feed for {}: {}</source>
        <translation>{}에 Feed 추가: {}</translation>
    </message>
    <message>
        <source>Add a Feed for {}: an array {}</source>
        <translation>{}에 Feed 추가: 배열 {}</translation>
    </message>
    <message>
        <source>Add a Feed for {} from a file…</source>
        <translation>파일로 {}에 Feed 추가…</translation>
    </message>
    <message>
        <source>validating epoch {0} of {1}</source>
        <translation>에포크 {0}/{1} 검증 중</translation>
    </message>
    <message>
        <source>epoch {0} of {1}, step {2}</source>
        <translation>에포크 {0}/{1}, 단계 {2}</translation>
    </message>
    <message>
        <source>{0}, about {1} left</source>
        <translation>{0}, 약 {1} 남음</translation>
    </message>
    <message>
        <source>ended early after epoch {0}</source>
        <translation>에포크 {0} 뒤에 일찍 끝남</translation>
    </message>
    <message>
        <source>epoch {0}</source>
        <translation>에포크 {0}</translation>
    </message>
    <message>
        <source>{0}; the best was epoch {1}, whose variables are back</source>
        <translation>{0}; 가장 좋은 것은 에포크 {1}이고 그 변수로 되돌렸습니다</translation>
    </message>
    <message>
        <source>{0}; the best was epoch {1}</source>
        <translation>{0}; 가장 좋은 것은 에포크 {1}</translation>
    </message>
    <message>
        <source>{}: no number is within {}: it begins at {} and ends at {}</source>
        <translation>{}: {}에 드는 숫자가 없습니다: {}부터 {}까지</translation>
    </message>
    <message>
        <source>{} does not output deduplication data</source>
        <translation>{}은(는) 중복 제거 데이터를 내지 않습니다</translation>
    </message>
    <message>
        <source>{} is not a combiner</source>
        <translation>{}은(는) combiner가 아닙니다</translation>
    </message>
    <message>
        <source>{} is not a mode</source>
        <translation>{}은(는) 모드가 아닙니다</translation>
    </message>
    <message>
        <source>Leave it out, and give each feature its own pin</source>
        <translation>빼고 특성마다 핀을 따로 주세요</translation>
    </message>
    <message>
        <source>in the CPU reference {} has its own embedding tables: {} has others</source>
        <translation>CPU 기준 구현에서는 {}에 임베딩 테이블이 따로 있습니다. {}의 테이블은 다른 것입니다</translation>
    </message>
    <message>
        <source>not rectangular: an element of shape {} next to one of shape {}</source>
        <translation>직사각형이 아닙니다. shape {}인 요소가 {}인 요소 옆에 있습니다</translation>
    </message>
    <message>
        <source>{!r:.40} is not a valid Python string: check its \ and characters</source>
        <translation>{!r:.40}은(는) 올바른 Python 문자열이 아닙니다. \와 문자를 확인하세요</translation>
    </message>
    <message>
        <source>the name of a page is missing</source>
        <translation>페이지 이름이 없습니다</translation>
    </message>
    <message>
        <source>{}: cannot be saved: its weights need a file in the same folder</source>
        <translation>{}: 저장할 수 없습니다. 가중치를 담을 파일이 같은 폴더에 있어야 합니다</translation>
    </message>
    <message>
        <source>{}: it was changed</source>
        <translation>{}: 바뀌었습니다</translation>
    </message>
    <message>
        <source>{} is not a valid weight file: {}</source>
        <translation>{}은(는) 올바른 가중치 파일이 아닙니다: {}</translation>
    </message>
    <message>
        <source>weights cannot be written to {}: {}</source>
        <translation>{}에 가중치를 쓸 수 없습니다: {}</translation>
    </message>
    <message>
        <source>it is a pointer of git LFS: `git lfs pull` brings what it leads to</source>
        <translation>git LFS 포인터입니다. `git lfs pull`이 가리키는 내용을 가져옵니다</translation>
    </message>
    <message>
        <source>--map-variables requires --checkpoint</source>
        <translation>--map-variables에는 --checkpoint가 필요합니다</translation>
    </message>
    <message>
        <source>{}: only scripts (.py) can be checked</source>
        <translation>{}: 스크립트(.py)만 검사할 수 있습니다</translation>
    </message>
    <message>
        <source>a graph contains no values of variables: add --frozen</source>
        <translation>그래프에는 변수의 값이 들어가지 않습니다. --frozen을 추가하세요</translation>
    </message>
    <message>
        <source>{}: a frozen graph is a .pb or .pbtxt file</source>
        <translation>{}: 동결된 그래프는 .pb나 .pbtxt 파일입니다</translation>
    </message>
    <message>
        <source>{}: reading was cancelled after {:.0f} s, which is too long for a file of this size</source>
        <translation>{}: {:.0f}초 뒤에 읽기를 취소했습니다. 이 크기의 파일로는 너무 오래 걸립니다</translation>
    </message>
    <message>
        <source>{}: reading failed: {}</source>
        <translation>{}: 읽지 못했습니다: {}</translation>
    </message>
    <message>
        <source>page {} has the outputs of a signature: use --signature instead</source>
        <translation>페이지 {}에는 시그니처의 출력이 있습니다. 대신 --signature를 쓰세요</translation>
    </message>
    <message>
        <source>{}: running failed: {}</source>
        <translation>{}: 실행하지 못했습니다: {}</translation>
    </message>
    <message>
        <source>{}: a script initialises variables: leave out --frozen and --checkpoint</source>
        <translation>{}: 스크립트는 변수를 초기화합니다. --frozen과 --checkpoint를 빼세요</translation>
    </message>
    <message>
        <source>{}: a script of this name would hide the module {}: choose another name</source>
        <translation>{}: 이 이름의 스크립트는 모듈 {}을(를) 가립니다. 다른 이름을 고르세요</translation>
    </message>
    <message>
        <source>an optimizer cannot be in a function: its slots for each variable are outside of functions</source>
        <translation>옵티마이저는 함수 안에 있을 수 없습니다. 변수마다 있는 슬롯이 함수 밖에 있습니다</translation>
    </message>
    <message>
        <source>it is in a loop now</source>
        <translation>이제 루프 안에 있습니다</translation>
    </message>
    <message>
        <source>Check the indices: each must be within the tensor</source>
        <translation>인덱스를 확인하세요. 모두 텐서 안에 있어야 합니다</translation>
    </message>
    <message>
        <source>Check the file name, and that the file is on this machine: one without a folder is relative to the document</source>
        <translation>파일 이름과, 파일이 이 컴퓨터에 있는지 확인하세요. 폴더가 없는 이름은 문서를 기준으로 합니다</translation>
    </message>
    <message>
        <source>its dtype is {}, not {}</source>
        <translation>dtype이 {}이며 {}이(가) 아닙니다</translation>
    </message>
    <message>
        <source>{} is wired to {}, and the input of it is only for the gradient: wire what it takes instead</source>
        <translation>{}이(가) {}에 연결되어 있는데 그 입력은 기울기에만 쓰입니다. 그것이 받는 것을 대신 연결하세요</translation>
    </message>
    <message>
        <source>the page of the gradient has {} Args, and the block {} inputs: it takes the gradient of each output, and of the inputs that have none their values</source>
        <translation>기울기의 페이지에는 Arg가 {}개인데 블록의 입력은 {}개입니다. 출력마다 그 기울기를, 기울기가 없는 입력은 그 값을 받습니다</translation>
    </message>
    <message>
        <source>_gradient_of is {}: it names a Retval of the page, from 0 to {}, or -1 for each of at most {} inputs</source>
        <translation>_gradient_of가 {}입니다. 페이지의 Retval 번호(0에서 {}까지)나 -1을 최대 {}개의 입력마다 하나씩 적습니다</translation>
    </message>
    <message>
        <source>{}. The local_step {} is older than the accumulator&apos;s step {}, so the gradient was dropped</source>
        <translation>{}. local_step {}이(가) 누산기의 단계 {}보다 오래되어 기울기를 버렸습니다</translation>
    </message>
    <message>
        <source>{}: the checkpoint with the values of the variables is missing: it consists of the files {}.index and {}.data-...; copy them to the folder of the model</source>
        <translation>{}: 변수의 값이 든 체크포인트가 없습니다. {}.index와 {}.data-... 파일로 되어 있습니다. 모델의 폴더에 복사하세요</translation>
    </message>
    <message>
        <source>the checkpoint has no values of {}: they begin as the graph initialises them</source>
        <translation>체크포인트에 {}의 값이 없습니다. 그래프가 초기화하는 대로 시작합니다</translation>
    </message>
    <message>
        <source>{}: the checkpoint cannot be read: it is damaged or incomplete ({})</source>
        <translation>{}: 체크포인트를 읽을 수 없습니다. 손상되었거나 온전하지 않습니다({})</translation>
    </message>
    <message>
        <source>{!r} does not name a part of a tensor of shape {}</source>
        <translation>{!r}은(는) shape이 {}인 텐서의 일부를 가리키지 않습니다</translation>
    </message>
    <message>
        <source>page {} has no outputs: wire the outputs of the model to Retval blocks</source>
        <translation>페이지 {}에 출력이 없습니다. 모델의 출력을 Retval 블록에 연결하세요</translation>
    </message>
    <message>
        <source>{}: it fills a table when the model is loaded, and depends on {}, which has no value then</source>
        <translation>{}: 모델을 불러올 때 테이블을 채우는데, 그때는 값이 없는 {}에 의존합니다</translation>
    </message>
    <message>
        <source>{} is not a complete {} of TensorFlow ({}). Copy or export it again.</source>
        <translation>{}은(는) 온전한 TensorFlow의 {}이(가) 아닙니다({}). 다시 복사하거나 다시 내보내세요.</translation>
    </message>
    <message>
        <source>{} is empty, or is not a GraphDef</source>
        <translation>{}이(가) 비어 있거나 GraphDef가 아닙니다</translation>
    </message>
    <message>
        <source>its inlined functions have more than {} nodes</source>
        <translation>함수를 호출 자리에 바꿔 넣으면 노드가 {}개를 넘습니다</translation>
    </message>
    <message>
        <source>the function {} calls itself, which pages cannot do</source>
        <translation>함수 {}이(가) 자기 자신을 호출합니다. 페이지는 그럴 수 없습니다</translation>
    </message>
    <message>
        <source>the node {} passes {} inputs to a function with {} arguments</source>
        <translation>노드 {}이(가) 입력 {}개를 인수가 {}개인 함수에 넘깁니다</translation>
    </message>
    <message>
        <source>the call {} depends on its own output</source>
        <translation>호출 {}이(가) 자기 출력에 의존합니다</translation>
    </message>
    <message>
        <source>the texts differ</source>
        <translation>텍스트가 다릅니다</translation>
    </message>
    <message>
        <source>with a random input the page differs from {}: {}. What you can do: make the model with inputs of fixed sizes and save it again</source>
        <translation>임의의 입력에 대해 페이지가 {}와(과) 다릅니다: {}. 할 수 있는 것: 고정된 크기의 입력으로 모델을 만들어 다시 저장하세요</translation>
    </message>
    <message>
        <source>{} is not a complete Keras model ({}). Copy or save it again.</source>
        <translation>{}은(는) 온전한 Keras 모델이 아닙니다({}). 다시 복사하거나 다시 저장하세요.</translation>
    </message>
    <message>
        <source>its uncompressed size is too large</source>
        <translation>압축을 푼 크기가 너무 큽니다</translation>
    </message>
    <message>
        <source>it contains only the weights of a model: save the whole model with model.save(FILE)</source>
        <translation>모델의 가중치만 들어 있습니다. model.save(파일)로 모델 전체를 저장하세요</translation>
    </message>
    <message>
        <source>its item {} is in another file, which is not read</source>
        <translation>항목 {}이(가) 다른 파일에 있는데, 그 파일은 읽지 않습니다</translation>
    </message>
    <message>
        <source>the model has no known inputs: call it once before you save it</source>
        <translation>모델의 입력을 알 수 없습니다. 저장하기 전에 한 번 호출하세요</translation>
    </message>
    <message>
        <source>it contains Python code, which is not run</source>
        <translation>Python 코드가 들어 있는데, 이것은 실행하지 않습니다</translation>
    </message>
    <message>
        <source>its layer {!r:.100} takes the output of a call that the file does not have</source>
        <translation>레이어 {!r:.100}이(가) 파일에 없는 호출의 출력을 받습니다</translation>
    </message>
    <message>
        <source>it is not part of Keras, and the file does not contain its code</source>
        <translation>Keras에 속하지 않으며, 그 코드가 파일에 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>it does not have a valid name</source>
        <translation>올바른 이름이 없습니다</translation>
    </message>
    <message>
        <source>{!r:.100} is not a layer, activation or similar part of the installed Keras</source>
        <translation>{!r:.100}은(는) 설치된 Keras의 레이어나 활성화 함수 같은 것이 아닙니다</translation>
    </message>
    <message>
        <source>its type is {1}, not {0}</source>
        <translation>유형이 {0}이(가) 아니라 {1}입니다</translation>
    </message>
    <message>
        <source>two nodes have the name {!r}</source>
        <translation>이름이 {!r}인 노드가 둘 있습니다</translation>
    </message>
    <message>
        <source>its function {} needs objects that a file without signatures does not describe: save it with tf.saved_model.save(model, FOLDER, signatures=model.{})</source>
        <translation>함수 {}에는 시그니처 없는 파일이 기술하지 않는 객체가 필요합니다. tf.saved_model.save(model, 폴더, signatures=model.{})로 저장하세요</translation>
    </message>
    <message>
        <source>it is damaged, or not a model that can be read: {}</source>
        <translation>손상되었거나 읽을 수 있는 모델이 아닙니다: {}</translation>
    </message>
    <message>
        <source>{} is not a TensorFlow model that can be read</source>
        <translation>{}은(는) 읽을 수 있는 TensorFlow 모델이 아닙니다</translation>
    </message>
    <message>
        <source>the node {} takes an input from {}, which does not exist</source>
        <translation>노드 {}이(가) 없는 {}에서 입력을 받습니다</translation>
    </message>
    <message>
        <source>a dataset calls {}: a run does not pause inside</source>
        <translation>데이터세트가 {} 페이지를 호출합니다. 실행은 그 안에서 일시 중지하지 않습니다</translation>
    </message>
    <message>
        <source>{}: TensorFlow cannot be imported: {}</source>
        <translation>{}: TensorFlow를 불러올 수 없습니다: {}</translation>
    </message>
    <message>
        <source>most likely it was built for another TensorFlow ({})</source>
        <translation>다른 TensorFlow용으로 빌드된 것 같습니다({})</translation>
    </message>
    <message>
        <source>Beats</source>
        <translation>맥놀이</translation>
    </message>
    <message>
        <source>SLOW and FAST are blocks of one page, beat, with other values. That page, and the page wave which it uses, were copied from the library waves.loom, which square_wave.loom uses, too. Run one step; then double click SLOW.</source>
        <translation>SLOW와 FAST는 같은 페이지 beat로 만든, 값이 다른 블록입니다. 이 페이지와 그것이 쓰는 페이지 wave는 라이브러리 waves.loom에서 복사했으며, square_wave.loom도 그 라이브러리를 씁니다. 한 단계를 실행한 다음 SLOW를 두 번 클릭하세요.</translation>
    </message>
    <message>
        <source>Two waves that are nearly as fast: together they swell and fade.</source>
        <translation>빠르기가 거의 같은 두 파동: 함께 있으면 커졌다 작아졌다 합니다.</translation>
    </message>
    <message>
        <source>A sine wave. Double click a block of this page in a document to see what it holds there.</source>
        <translation>사인파. 문서에서 이 페이지의 블록을 두 번 클릭하면 거기서 무엇을 담고 있는지 보입니다.</translation>
    </message>
    <message>
        <source>Convolutional network</source>
        <translation>합성곱 신경망</translation>
    </message>
    <message>
        <source>Learns to recognise digits by convolution filters: 500 pictures of 8 x 8 pixels, 400 to learn from and 100 to be tested on.
Run 60 steps: the loss falls on its chart, and ACCURACY goes from 0.1, which is guessing, to more than 0.9.</source>
        <translation>필터가 찾아낸 것으로 숫자를 구별하는 법을 배웁니다: 8 x 8 픽셀 그림 500장 가운데 400장으로 배우고 100장으로 시험합니다.
60단계를 실행하면 차트의 손실이 내려가고, ACCURACY는 찍는 수준인 0.1에서 0.9 넘게 올라갑니다.</translation>
    </message>
    <message>
        <source>CONV1, POOL1, LOGITS, LOSS and ACCURACY are instances of pages of the library &quot;layers&quot;, &quot;losses&quot; and &quot;metrics&quot;. A double click opens one: KERNEL and BIAS in it are the instance&apos;s own, and values typed at the instance, such as filters, are parameters of the page.</source>
        <translation>CONV1, POOL1, LOGITS, LOSS, ACCURACY는 라이브러리 &quot;layers&quot;, &quot;losses&quot;, &quot;metrics&quot;에 있는 페이지의 인스턴스입니다. 두 번 클릭하면 열립니다: 그 안의 KERNEL과 BIAS는 그 인스턴스의 것이고, filters처럼 인스턴스에 입력하는 것은 페이지의 매개변수입니다.</translation>
    </message>
    <message>
        <source>CONV1 looks for 8 patterns of 3 x 3 pixels, POOL1 keeps the clearest of each 2 x 2, CONV2 looks for 16 patterns of those. LOGITS sums up what speaks for each digit.</source>
        <translation>CONV1은 3 x 3 픽셀의 무늬 8가지를 찾고, POOL1은 2 x 2마다 가장 뚜렷한 것을 남기며, CONV2는 그것들로 된 무늬 16가지를 찾습니다. LOGITS는 숫자마다 그 숫자라고 말하는 것을 더합니다.</translation>
    </message>
    <message>
        <source>Initial values between -limit and limit, where limit = sqrt(6 / (inputs + outputs)) of one element of the result (Glorot and Bengio, 2010). shape ends with inputs and outputs; what comes before them is the window of a convolution.</source>
        <translation>-limit과 limit 사이의 초깃값. limit = sqrt(6 / (inputs + outputs))은 결과의 요소 하나에 대한 것입니다(Glorot, Bengio, 2010). shape은 inputs와 outputs로 끝나며, 그 앞의 것은 합성곱의 창입니다.</translation>
    </message>
    <message>
        <source>The largest element of each channel in a window that slides over images.</source>
        <translation>이미지 위를 움직이는 창 안에서 채널마다 가장 큰 요소.</translation>
    </message>
    <message>
        <source>The mean of -log of the chance that softmax gives the right class.</source>
        <translation>softmax가 맞는 클래스에 주는 확률의 -log의 평균.</translation>
    </message>
    <message>
        <source>The share of predictions whose largest element is the right class.</source>
        <translation>가장 큰 요소가 맞는 클래스인 예측의 비율.</translation>
    </message>
    <message>
        <source>How often each class (row) was taken for which one (column): the largest element of the prediction.</source>
        <translation>각 클래스(행)를 어느 클래스(열)로 몇 번 보았는지: 예측의 가장 큰 요소.</translation>
    </message>
    <message>
        <source>CSV and NPY</source>
        <translation>CSV와 NPY</translation>
    </message>
    <message>
        <source>flats.csv is in the folder of this document: file names without a folder mean files there. Run one step.
LINES parts the text at each line end, RECORDS leaves the heading out, and COLUMNS gives each column as numbers: area, rooms, age, rent.</source>
        <translation>flats.csv는 이 문서 옆에 있습니다: 폴더가 없는 파일 이름은 어디서 시작하든 문서가 있는 곳에서 찾습니다. 한 단계를 실행하세요.
LINES는 글을 줄마다 나누고, RECORDS는 머리글을 빼며, COLUMNS는 열마다 숫자를 줍니다: 면적, 방 수, 연수, 집세.</translation>
    </message>
    <message>
        <source>FIT finds the four numbers that explain the rents best: so much for a m², for a room, for a year of age, and a fixed amount. The file was made with 9, 40, -2 and 150, and chance on top.</source>
        <translation>FIT은 집세를 가장 잘 설명하는 네 수를 찾습니다: m²마다, 방마다, 연수마다 얼마인지, 그리고 고정 금액. 파일은 9, 40, -2, 150에 우연을 더해 만들었습니다.</translation>
    </message>
    <message>
        <source>A .npy file begins with its dtype and shape, in 128 bytes as a rule; the numbers follow, row by row. NUMBERS and HEIGHTS have the dtype and shape that it was written with.
Drop a .csv or .npy file of your own on the page: it gets such blocks.</source>
        <translation>.npy 파일은 dtype과 형상으로 시작하며, 보통 128바이트입니다. 그 뒤에 숫자가 행마다 이어집니다. NUMBERS와 HEIGHTS에는 파일을 쓸 때의 dtype과 형상이 있습니다.
가지고 있는 .csv나 .npy 파일을 페이지에 놓으면 이런 블록이 만들어집니다.</translation>
    </message>
    <message>
        <source>Digit classifier</source>
        <translation>숫자 분류기</translation>
    </message>
    <message>
        <source>Learns to tell digits apart: 500 pictures of 8 x 8 pixels, 400 to learn from and 100 to be tested on.
Run 60 steps: the loss falls on its chart, and ACCURACY goes from 0.1, which is guessing, to about 0.9.</source>
        <translation>숫자를 구별하는 법을 배웁니다: 8 x 8 픽셀 그림 500장 가운데 400장으로 배우고 100장으로 시험합니다.
60단계를 실행하면 차트의 손실이 내려가고, ACCURACY는 찍는 수준인 0.1에서 0.9쯤으로 올라갑니다.</translation>
    </message>
    <message>
        <source>digits.npy is in the folder of this document: file names without a folder mean files there. BYTES skips the 128 bytes that a .npy file begins with, NUMBERS reads what follows as numbers, and COLUMNS parts the digit (1 column) from its picture (64).</source>
        <translation>digits.npy는 이 문서 옆에 있습니다: 폴더가 없는 파일 이름은 거기서 찾습니다. BYTES는 .npy 파일이 시작하는 128바이트를 건너뛰고, NUMBERS는 그 뒤를 숫자로 읽으며, COLUMNS는 숫자(1열)와 그림(64열)을 나눕니다.</translation>
    </message>
    <message>
        <source>CONFUSION counts the test pictures: a row for each true digit, a column for each guess. Mistakes are off the diagonal. Which digits are confused with each other?</source>
        <translation>CONFUSION은 시험 그림을 셉니다: 행은 실제 숫자, 열은 추측한 숫자입니다. 대각선 밖에 있는 것은 틀린 것입니다. 어떤 숫자들이 서로 혼동되나요?</translation>
    </message>
    <message>
        <source>The classifier multiplies a picture by ten templates, one for each digit, and softmax makes chances of the products. These are the templates, W as ten pictures: bright where a pixel speaks for the digit, dark where it speaks against it.</source>
        <translation>분류기는 그림에 숫자마다 하나씩 열 개의 틀을 곱하고, softmax는 그 곱을 확률로 만듭니다. 이것이 W를 열 장의 그림으로 본 틀입니다: 그 숫자라고 말하는 픽셀은 밝고, 아니라고 말하는 픽셀은 어둡습니다.</translation>
    </message>
    <message>
        <source>Overfitting</source>
        <translation>과적합</translation>
    </message>
    <message>
        <source>25 bumps are fitted to 14 points of a curve with noise. 14 more points are for validation: they show the error on points that it has not learned from.
Run 300 steps: both losses fall; after some 50 steps the validation loss rises again, while the training loss goes on falling. From there on it learns the noise by heart.</source>
        <translation>잡음이 있는 곡선의 점 14개에 봉우리 25개를 맞춥니다. 다른 점 14개는 보기만 합니다: 배우지 않은 것에서 얼마나 잘하는지 알려 줍니다.
300단계를 실행하면 두 손실이 모두 내려가다가, 50단계쯤부터 검증 손실은 다시 올라가고 학습 손실은 계속 내려갑니다. 그때부터는 잡음을 외우는 것입니다.</translation>
    </message>
    <message>
        <source>Two cures. Stop early: Run &gt; Run Until… with VALIDATION_LOSS &lt; 0.1. Smoother: type -8 into SHARPNESS.y, and press Reset: bumps that wide cannot follow the noise.</source>
        <translation>해결책은 두 가지입니다. 일찍 멈추기: 실행 &gt; 조건까지 실행…에서 VALIDATION_LOSS &lt; 0.1. 더 매끄럽게: SHARPNESS.y에 -8을 입력하고 초기화를 누르세요. 그렇게 넓은 봉우리는 잡음을 따라갈 수 없습니다.</translation>
    </message>
    <message>
        <source>The learned curve, from -1 to 1: at first a smooth curve; later it bends to every point.</source>
        <translation>-1에서 1까지 배운 것: 처음에는 매끄러운 곡선이다가, 나중에는 점마다 휘어집니다.</translation>
    </message>
    <message>
        <source>Recurrent loop</source>
        <translation>순환 반복</translation>
    </message>
    <message>
        <source>A recurrent network learns how waves go on. LOOP reads the 12 numbers of 32 waves one after the other; from its state, 8 numbers for each wave, it predicts the next.
Run 100 steps: the loss falls.</source>
        <translation>순환 신경망이 파동이 어떻게 이어지는지 배웁니다. LOOP는 파동 32개의 수 12개를 차례로 읽으며, 기억하는 것, 곧 파동마다 수 8개가 다음 수를 알려 줍니다.
100단계를 실행하면 손실이 내려갑니다.</translation>
    </message>
    <message>
        <source>The page &quot;read a number&quot; is the body of LOOP, &quot;numbers left&quot; is its condition: double click their names. The weights are in the cell, in the body, and are trained through the loop.</source>
        <translation>페이지 &quot;read a number&quot;는 LOOP의 본문이고 &quot;numbers left&quot;는 계속할지를 알려 줍니다: 그 이름을 두 번 클릭하세요. 가중치는 본문 안의 셀에 있으며 반복을 통해 학습됩니다.</translation>
    </message>
    <message>
        <source>Rents by epochs</source>
        <translation>에포크로 배우는 임대료</translation>
    </message>
    <message>
        <source>FLATS reads the rows of flats.csv, in the folder of this document: area, rooms, age, rent. SCALED gives each row to the page scale (double click it), MIXED puts them in another order each time, BATCHES takes ten at once.</source>
        <translation>FLATS는 이 문서 옆에 있는 flats.csv의 행을 읽습니다: 면적, 방, 연수, 임대료. SCALED는 행마다 페이지 scale에 넘기고(두 번 클릭하세요), MIXED는 매번 차례를 바꾸며, BATCHES는 한꺼번에 열 개씩 꺼냅니다.</translation>
    </message>
    <message>
        <source>NEXT takes a batch in each step. After six there are no more: that is an epoch. Run &gt; Run an Epoch goes to its end, and the next step starts again with MAKE, which S runs when it starts and then for each epoch.
In a terminal: blockloom run rents_by_epochs.loom --page rents --epochs 20</source>
        <translation>NEXT는 단계마다 배치 하나를 꺼냅니다. 여섯 번이면 더 없습니다: 그것이 에포크입니다. 실행 &gt; 에포크 실행은 그 끝까지 가고, 다음 단계는 S가 시작할 때와 에포크마다 실행하는 MAKE로 다시 시작합니다.
터미널에서: blockloom run rents_by_epochs.loom --page rents --epochs 20</translation>
    </message>
    <message>
        <source>Scales each row: inputs between 0 and about 1, the rent in thousands. A page that is given to an op takes an element by its Args, and gives one by its Retvals.</source>
        <translation>행마다 하는 일: 입력은 0에서 1쯤 사이로, 임대료는 천 단위로. op에 주는 페이지는 Arg로 요소를 받고 Retval로 요소를 내보냅니다.</translation>
    </message>
    <message>
        <source>Square wave</source>
        <translation>사각파</translation>
    </message>
    <message>
        <source>Waves of odd frequencies come nearer to a square the more there are. All are blocks of one page, which was copied from the library waves.loom. Change it there: Blockloom reports it here, and offers to update the copy.</source>
        <translation>홀수 주파수의 파동은 많을수록 사각파에 가까워집니다. 모두 한 페이지의 블록이며, 그 페이지는 라이브러리 waves.loom에서 복사했습니다. 거기서 바꾸면 Blockloom이 여기서 알려 주고 사본을 업데이트할지 묻습니다.</translation>
    </message>
    <message>
        <source>The lines of text files, one after the other.</source>
        <translation>텍스트 파일의 줄을 차례로.</translation>
    </message>
    <message>
        <source>The examples of TFRecord files: of each the features that `keys` name, as tensors, in the order of the keys.
read_at_once are parsed together, which is faster.</source>
        <translation>TFRecord 파일의 예제들: 예제마다 `keys`가 지정하는 특성을 키의 차례대로 텐서로.
read_at_once개를 한꺼번에 해석하므로 더 빠릅니다.</translation>
    </message>
    <message>
        <source>The rows of .csv files: of each row a tensor for each column.</source>
        <translation>.csv 파일의 행: 행마다 열마다 텐서 하나.</translation>
    </message>
    <message>
        <source>A picture of a file, from 0 to 1, and the name of the folder that it lies in. For ImageFolder.</source>
        <translation>파일의 그림을 0에서 1 사이로, 그리고 그 파일이 있는 폴더의 이름. ImageFolder에 씁니다.</translation>
    </message>
    <message>
        <source>Pictures of files, all of one size, each with the name of its folder: photos/*/*.png reads those of photos/cat and photos/dog.
GIF, JPEG, PNG and BMP; the files come in a random order.</source>
        <translation>크기가 모두 같은 파일의 그림과 그 폴더의 이름: photos/*/*.png는 photos/cat과 photos/dog의 것을 읽습니다.
GIF, JPEG, PNG, BMP. 파일은 무작위 차례로 나옵니다.</translation>
    </message>
    <message>
        <source>Elements in random order, so many at once, the next of them read while the present ones are used. Of `shuffle` elements one is chosen at a time.</source>
        <translation>요소를 무작위 차례로 그만큼씩 내보내며, 지금 것을 쓰는 동안 다음 것을 읽습니다. 한 번에 요소 `shuffle`개 가운데 하나를 고릅니다.</translation>
    </message>
    <message>
        <source>Which rows of a group are for training, and which for validation: a random order, the same for the same seed and number, of which the first part is held back. No row is in both.</source>
        <translation>한 묶음의 행 가운데 어느 것이 훈련용이고 어느 것이 검증용인지: 시드와 번호가 같으면 같은 무작위 순서에서 앞부분을 떼어 둡니다. 양쪽에 다 있는 행은 없습니다.</translation>
    </message>
    <message>
        <source>{} have custom gradients that the file does not hold: you cannot differentiate them until you delete the value of {} at their blocks</source>
        <translation>{}에는 파일에 없는 사용자 정의 기울기가 있습니다. 그 블록에서 {}의 값을 지우기 전에는 미분할 수 없습니다</translation>
    </message>
    <message>
        <source>{} is saved in pieces, which cannot be read. Save it again without experimental_image_format.</source>
        <translation>{}은(는) 여러 조각으로 저장되어 읽을 수 없습니다. experimental_image_format 없이 다시 저장하세요.</translation>
    </message>
    <message>
        <source>{} is not a SavedModel: it does not contain {}</source>
        <translation>{}은(는) SavedModel이 아닙니다. {}이(가) 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>{} does not contain a graph</source>
        <translation>{}에 그래프가 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>ops that run when the model is loaded are left out, except for its tables: {}</source>
        <translation>모델을 불러올 때 실행되는 op은 테이블에 관한 것 말고는 뺐습니다: {}</translation>
    </message>
    <message>
        <source>nothing fills the tables {}: the rows of mutable tables at the time of saving are left out</source>
        <translation>테이블 {}을(를) 채우는 것이 없습니다. 바뀌는 테이블에 저장할 때 들어 있던 행은 뺐습니다</translation>
    </message>
    <message>
        <source>there is no checkpoint: the variables begin as the graph initialises them</source>
        <translation>체크포인트가 없습니다. 변수는 그래프가 초기화하는 대로 시작합니다</translation>
    </message>
    <message>
        <source>its asset {!r} is not a plain file name in the folder of the model</source>
        <translation>부속 파일 {!r}은(는) 모델의 폴더에 있는, 이름만으로 된 파일이 아닙니다</translation>
    </message>
    <message>
        <source>the variables {} and {} have the same shared_name, {}, but differ in op, dtype or shape: rename one of them</source>
        <translation>변수 {}과(와) {}의 shared_name이 {}(으)로 같은데 op, dtype 또는 shape이 다릅니다. 하나의 이름을 바꾸세요</translation>
    </message>
    <message>
        <source>the dtypes and shapes of the arguments of {} are unknown: state them, such as float32[None,4]</source>
        <translation>{}의 인수의 dtype과 shape을 알 수 없습니다. float32[None,4]처럼 적으세요</translation>
    </message>
    <message>
        <source>{} returns no tensors</source>
        <translation>{}이(가) 텐서를 반환하지 않습니다</translation>
    </message>
    <message>
        <source>{} is not a Python file</source>
        <translation>{}은(는) Python 파일이 아닙니다</translation>
    </message>
    <message>
        <source>{}: {} is not a function</source>
        <translation>{}: {}은(는) 함수가 아닙니다</translation>
    </message>
    <message>
        <source>{!r} is not a dtype and shape: write DTYPE[SIZE,...], such as float32[None,4]</source>
        <translation>{!r}은(는) dtype과 shape이 아닙니다. float32[None,4]처럼 DTYPE[크기,...]로 적으세요</translation>
    </message>
    <message>
        <source>{}, line {}</source>
        <translation>{}, {}행</translation>
    </message>
    <message>
        <source>{}: write a variable of the graph and its name in the checkpoint, not {!r:.100}</source>
        <translation>{}: {!r:.100}이(가) 아니라, 그래프의 변수와 체크포인트에서의 이름을 적으세요</translation>
    </message>
    <message>
        <source>{}: the variable {:.200} has a line already: {}</source>
        <translation>{}: 변수 {:.200}의 줄이 이미 있습니다: {}</translation>
    </message>
    <message>
        <source>{}: {} has no {:.200}; it has: {}</source>
        <translation>{}: {}에 {:.200}이(가) 없습니다. 있는 것: {}</translation>
    </message>
    <message>
        <source>{}: the graph has no variable {:.200}; it has: {}</source>
        <translation>{}: 그래프에 변수 {:.200}이(가) 없습니다. 있는 것: {}</translation>
    </message>
    <message>
        <source>a message of {} bytes is too long: the limit is {}</source>
        <translation>{}바이트 메시지는 너무 깁니다. 한도는 {}입니다</translation>
    </message>
    <message>
        <source>the bytes {!r} are not the beginning of a message</source>
        <translation>바이트 {!r}은(는) 메시지의 시작이 아닙니다</translation>
    </message>
    <message>
        <source>a message is nested too deeply</source>
        <translation>메시지가 너무 깊이 겹쳐 있습니다</translation>
    </message>
    <message>
        <source>the content of a message does not match its header</source>
        <translation>메시지의 내용이 머리글과 맞지 않습니다</translation>
    </message>
    <message>
        <source>{} is not the shape of an array</source>
        <translation>{}은(는) 배열의 shape이 아닙니다</translation>
    </message>
    <message>
        <source>{} bytes do not fit an array of {} {}</source>
        <translation>{}바이트는 {} {} 배열에 맞지 않습니다</translation>
    </message>
    <message>
        <source>{} is not a known problem: {}</source>
        <translation>{}은(는) 알려진 문제가 아닙니다: {}</translation>
    </message>
    <message>
        <source>{} is not a recorded run</source>
        <translation>{}은(는) 기록된 실행이 아닙니다</translation>
    </message>
    <message>
        <source>the recorded run is of another page than {}: {} does not fit</source>
        <translation>기록된 실행이 {}와(과) 다른 페이지의 것입니다. {}이(가) 맞지 않습니다</translation>
    </message>
    <message>
        <source>{} is non-finite from the beginning, since its initial value is</source>
        <translation>{}은(는) 초깃값이 유한하지 않아 처음부터 유한하지 않습니다</translation>
    </message>
    <message>
        <source>{} is non-finite after step {}; earlier steps are not recorded</source>
        <translation>{}은(는) {}단계 다음에 유한하지 않습니다. 그 이전 단계는 기록되지 않았습니다</translation>
    </message>
    <message>
        <source>{} became non-finite between step {} and step {}</source>
        <translation>{}: {}단계와 {}단계 사이에 유한하지 않게 되었습니다</translation>
    </message>
    <message>
        <source>{} outputs it: the value is typed, fed or an external input</source>
        <translation>{}이(가) 내는 값입니다. 입력하거나 공급한 값, 또는 외부 입력입니다</translation>
    </message>
    <message>
        <source>it begins within the loop of {}, which only finite values enter</source>
        <translation>{}의 루프 안에서 시작되며, 그 루프에는 유한한 값만 들어갑니다</translation>
    </message>
    <message>
        <source>the call of {} in which it is computed is unknown</source>
        <translation>{}의 어느 호출에서 계산되는지 알 수 없습니다</translation>
    </message>
    <message>
        <source>{} has no value that can be overridden</source>
        <translation>{}에는 재정의할 수 있는 값이 없습니다</translation>
    </message>
    <message>
        <source>the step cannot run with this value, since these blocks cannot be restored: {}</source>
        <translation>다음 블록을 복원할 수 없어 이 값으로 단계를 실행할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>with this value the step reads more external inputs than were recorded</source>
        <translation>이 값으로는 단계가 기록된 것보다 더 많은 외부 입력을 읽습니다</translation>
    </message>
    <message>
        <source>cannot be replayed</source>
        <translation>재실행할 수 없음</translation>
    </message>
    <message>
        <source>another step was requested since</source>
        <translation>그 사이에 다른 단계를 요청했습니다</translation>
    </message>
    <message>
        <source>a run is in progress</source>
        <translation>실행 중입니다</translation>
    </message>
    <message>
        <source>its functions are called too often to record all calls</source>
        <translation>함수가 너무 자주 호출되어 모든 호출을 기록할 수 없습니다</translation>
    </message>
    <message>
        <source>the state before step {} is no longer recorded</source>
        <translation>{}단계 이전의 상태가 더는 기록되어 있지 않습니다</translation>
    </message>
    <message>
        <source>{} has no numbers</source>
        <translation>{}에 수가 없습니다</translation>
    </message>
    <message>
        <source>{} is not a real number</source>
        <translation>{}은(는) 실수가 아닙니다</translation>
    </message>
    <message>
        <source>the page has no iterator or queue runner whose data ends an epoch: add one, or run steps instead</source>
        <translation>페이지에 데이터가 끝나면 에포크도 끝나는 이터레이터나 QueueRunner가 없습니다. 하나를 추가하거나 대신 단계를 실행하세요</translation>
    </message>
    <message>
        <source>the validation {} never ends, since its fetches read no data: fetch an output of an iterator</source>
        <translation>검증 {}은(는) 가져오는 것이 데이터를 읽지 않아 끝나지 않습니다. 이터레이터의 출력을 가져오세요</translation>
    </message>
    <message>
        <source>an output inside a function has a value for each call, and cannot be pinned</source>
        <translation>함수 안의 출력은 호출마다 값이 있으므로 고정할 수 없습니다</translation>
    </message>
    <message>
        <source>it has a value in some steps only: pin an output after the branches join</source>
        <translation>일부 단계에서만 값이 있습니다. 분기가 합쳐진 뒤의 출력을 고정하세요</translation>
    </message>
    <message>
        <source>the last step did not compute it: run the page, then pin it</source>
        <translation>마지막 단계가 이 값을 계산하지 않았습니다. 페이지를 실행한 다음 고정하세요</translation>
    </message>
    <message>
        <source>it was too large to be saved, and the worker that had it ended</source>
        <translation>너무 커서 저장할 수 없었고, 그 값이 있던 워커는 끝났습니다</translation>
    </message>
    <message>
        <source>{} cannot reach it</source>
        <translation>{}에서 이에 접근할 수 없습니다</translation>
    </message>
    <message>
        <source>this result no longer exists</source>
        <translation>이 결과가 더는 없습니다</translation>
    </message>
    <message>
        <source>an .npy file cannot contain strings that end in a zero byte: save them as .csv</source>
        <translation>.npy 파일에는 0 바이트로 끝나는 문자열을 담을 수 없습니다. .csv로 저장하세요</translation>
    </message>
    <message>
        <source>it was restarted meanwhile</source>
        <translation>그사이 다시 시작되었습니다</translation>
    </message>
    <message>
        <source>the script was not written, since its graph differs from that of the page: {}</source>
        <translation>그래프가 페이지의 그래프와 달라 스크립트를 쓰지 않았습니다: {}</translation>
    </message>
    <message>
        <source>the script was not written, since it does not run: {}</source>
        <translation>스크립트가 실행되지 않아 쓰지 않았습니다: {}</translation>
    </message>
    <message>
        <source>the feed of {} has a dtype that a script cannot contain</source>
        <translation>{}의 feed는 스크립트에 담을 수 없는 dtype입니다</translation>
    </message>
    <message>
        <source>{}: all inputs come from the loop: add an input from outside the loop</source>
        <translation>{}: 모든 입력이 루프에서 옵니다. 루프 밖의 입력을 추가하세요</translation>
    </message>
    <message>
        <source>the node {} is missing from the graph</source>
        <translation>노드 {}이(가) 그래프에 없습니다</translation>
    </message>
    <message>
        <source>it was stopped before it started</source>
        <translation>시작하기 전에 중지되었습니다</translation>
    </message>
    <message>
        <source>the page is too large: its costs take more than {} s</source>
        <translation>페이지가 너무 큽니다. 비용을 세는 데 {}초가 넘게 걸립니다</translation>
    </message>
    <message>
        <source>{} has no {}: {}</source>
        <translation>{}에 {}이(가) 없습니다: {}</translation>
    </message>
    <message>
        <source>{} is not a Python interpreter</source>
        <translation>{}은(는) Python 인터프리터가 아닙니다</translation>
    </message>
    <message>
        <source>{} is {}: Blockloom needs {} or later</source>
        <translation>{}은(는) {}입니다. Blockloom에는 {} 이상이 필요합니다</translation>
    </message>
    <message>
        <source>{} does not answer within {:g} s</source>
        <translation>{}이(가) {:g}초 안에 응답하지 않습니다</translation>
    </message>
    <message>
        <source>it does not finish in time</source>
        <translation>제때 끝나지 않습니다</translation>
    </message>
    <message>
        <source>an op {} exists already: rename the op in this library</source>
        <translation>op {}이(가) 이미 있습니다. 이 라이브러리의 op 이름을 바꾸세요</translation>
    </message>
    <message>
        <source>the worker process sent an invalid message, and was ended: {}</source>
        <translation>워커 프로세스가 올바르지 않은 메시지를 보내 끝냈습니다: {}</translation>
    </message>
    <message>
        <source>the worker process was stopped by a signal and has not answered for {} s: continue it with `kill -CONT {}`</source>
        <translation>워커 프로세스가 신호로 멈춰 {}초 동안 응답하지 않습니다. `kill -CONT {}`(으)로 이어서 움직이게 하세요</translation>
    </message>
    <message>
        <source>the worker has not answered for {} s: an operation is running</source>
        <translation>워커가 {}초 동안 응답하지 않습니다. 연산 하나가 실행 중입니다</translation>
    </message>
    <message>
        <source>{}: the history is of another page</source>
        <translation>{}: 다른 페이지의 실행 기록입니다</translation>
    </message>
    <message>
        <source>{} is not a variable with an initial value in a session</source>
        <translation>{}은(는) 세션에서 초깃값이 있는 변수가 아닙니다</translation>
    </message>
    <message numerus="yes">
        <source>Merged, with {0} unresolved conflict</source>
        <comment>Merged, with {0} unresolved conflicts</comment>
        <translation>
            <numerusform>병합함, 해결되지 않은 충돌 {0}개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} is missing in the folder of the page: {0} array was stored in it, and is left empty</source>
        <comment>{1} is missing in the folder of the page: {0} arrays were stored in it, and are left empty</comment>
        <translation>
            <numerusform>페이지의 폴더에 {1}이(가) 없습니다. 거기 저장된 배열 {0}개를 빈 채로 둡니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} change of position or appearance was not applied on page {}: both sides made one</source>
        <comment>{} changes of position or appearance were not applied on page {}: both sides made some</comment>
        <translation>
            <numerusform>위치나 모양의 변경 {}개를 페이지 {}에 적용하지 않았습니다. 양쪽에서 모두 바꿨습니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} has {0} element; the minimum is {2}</source>
        <comment>{1} has {0} elements; the minimum is {2}</comment>
        <translation>
            <numerusform>{1}의 요소가 {0}개입니다. 최솟값은 {2}입니다</numerusform>
        </translation>
    </message>
    <message>
        <source>The number of each label among the classes. A label that is none of them is an error.</source>
        <translation>클래스 가운데 각 레이블의 번호. 클래스에 없는 레이블은 오류입니다.</translation>
    </message>
    <message>
        <source>A column of 0 and 1 for each category: 1 where the value is that one. Other values, empty texts too, are 0 in all of them.</source>
        <translation>범주마다 0과 1로 된 열 하나: 값이 그 범주이면 1입니다. 다른 값과 빈 글은 모든 열에서 0입니다.</translation>
    </message>
    <message>
        <source>The mean of each channel in a window that slides over images.</source>
        <translation>이미지 위를 움직이는 창 안에서 채널마다의 평균.</translation>
    </message>
    <message>
        <source>The mean of each channel of an image.</source>
        <translation>이미지의 채널마다의 평균.</translation>
    </message>
    <message>
        <source>Each channel (the last dimension) gets the mean BETA and the deviation GAMMA. While training, mean and variance are those of the batch, and the moving ones follow them; else the moving ones are used. Feed `training` to switch.</source>
        <translation>채널(마지막 차원)마다 평균 BETA와 편차 GAMMA를 갖게 합니다. 학습하는 동안에는 배치의 평균과 분산을 쓰고 이동 평균과 분산이 그것을 따라가며, 아니면 이동 평균과 분산을 씁니다. `training`에 값을 공급해 바꿉니다.</translation>
    </message>
    <message>
        <source>The last dimension of each element gets mean 0 and deviation 1, then GAMMA times that plus BETA.</source>
        <translation>요소마다 마지막 차원의 평균을 0, 편차를 1로 한 다음 GAMMA를 곱하고 BETA를 더합니다.</translation>
    </message>
    <message>
        <source>While training, a share `rate` of the elements, others each step, is 0, and the rest 1 / (1 - rate) times as large. Feed `training` to switch.</source>
        <translation>학습하는 동안 요소 가운데 `rate`만큼은 단계마다 다르게 0이 되고 나머지는 1 / (1 - rate)배가 됩니다. `training`에 값을 공급해 바꿉니다.</translation>
    </message>
    <message>
        <source>Row x of TABLE, for each x.</source>
        <translation>x마다 TABLE의 행 x.</translation>
    </message>
    <message>
        <source>Each position of `query` takes a weighted mean of the positions of `value`, once for each head; the weights tell how well its query and their keys agree (Vaswani et al., 2017). For self-attention, wire the same to all three.</source>
        <translation>`query`의 위치마다 `value`의 위치들의 가중 평균을 헤드마다 한 번씩 냅니다. 가중치는 그 쿼리와 키가 얼마나 맞는지를 나타냅니다(Vaswani 외, 2017). 자기 어텐션에는 셋에 같은 것을 연결하세요.</translation>
    </message>
    <message>
        <source>One step of an LSTM (Hochreiter and Schmidhuber, 1997). `projected` is what the inputs add to the four gates: how much is taken in, how much of the carry is kept, the candidate, and how much is given.</source>
        <translation>LSTM의 한 단계(Hochreiter, Schmidhuber, 1997). `projected`는 입력이 네 게이트에 더하는 것입니다: 얼마나 받아들일지, 캐리를 얼마나 남길지, 후보, 얼마나 내보낼지.</translation>
    </message>
    <message>
        <source>One step of a GRU (Cho et al., 2014), the reset gate behind the product: `projected` is what the inputs add to the gates (how much of the state is kept, how much of it the candidate sees) and to the candidate.</source>
        <translation>GRU의 한 단계(Cho 외, 2014), 리셋 게이트는 곱 뒤에 있습니다: `projected`는 입력이 게이트(상태를 얼마나 남길지, 후보가 상태를 얼마나 볼지)와 후보에 더하는 것입니다.</translation>
    </message>
    <message>
        <source>Each position becomes `num_heads` vectors of length `size`.</source>
        <translation>위치마다 길이가 `size`인 벡터 `num_heads`개가 됩니다.</translation>
    </message>
    <message>
        <source>Initial values of a matrix whose rows or columns are orthogonal and of length 1 (Saxe et al., 2014): the Q of a random matrix, with signs that make each such matrix as likely.</source>
        <translation>행이나 열이 서로 직교하고 길이가 1인 행렬의 초깃값(Saxe 외, 2014): 무작위 행렬의 Q에, 그런 행렬이 모두 같은 확률로 나오도록 부호를 붙입니다.</translation>
    </message>
    <message>
        <source>Whether there is another step.</source>
        <translation>단계가 더 있는지 여부.</translation>
    </message>
    <message>
        <source>The mean of (labels - predictions)².</source>
        <translation>(labels - predictions)²의 평균.</translation>
    </message>
    <message>
        <source>The mean of -log of the chance that softmax gives what is right; labels are chances themselves, such as one-hot vectors.</source>
        <translation>softmax가 맞는 것에 주는 확률의 -log의 평균. labels 자체가 원-핫 벡터 같은 확률입니다.</translation>
    </message>
    <message>
        <source>The mean of -log of the chance that sigmoid gives what is right: max(logits, 0) - logits labels + log(1 + exp(-|logits|)), which overflows for no logits.</source>
        <translation>sigmoid가 맞는 것에 주는 확률의 -log의 평균: max(logits, 0) - logits labels + log(1 + exp(-|logits|)). 어떤 logits에도 오버플로가 없습니다.</translation>
    </message>
    <message>
        <source>The share of predictions on the right side of the threshold.</source>
        <translation>기준값의 맞는 쪽에 있는 예측의 비율.</translation>
    </message>
    <message>
        <source>The mean of all values since the epoch began, however they came in batches: wire the losses of the single examples to it, of which the loss is the mean.</source>
        <translation>에포크가 시작된 뒤 배치와 관계없이 모든 값의 평균: 손실이 평균하는 예마다의 손실을 연결하세요.</translation>
    </message>
    <message>
        <source>The share of predictions, of all since the epoch began, whose largest element is the right class.</source>
        <translation>에포크가 시작된 뒤 모든 예측 가운데 가장 큰 원소가 맞는 클래스인 비율.</translation>
    </message>
    <message>
        <source>The share of predictions, of all since the epoch began, on the right side of the threshold.</source>
        <translation>에포크가 시작된 뒤 모든 예측 가운데 문턱값의 맞는 쪽에 있는 비율.</translation>
    </message>
    <message>
        <source>Of all that were taken for 1 since the epoch began, the share that are 1.</source>
        <translation>에포크가 시작된 뒤 1로 판단한 것 가운데 실제로 1인 비율.</translation>
    </message>
    <message>
        <source>Of all that are 1 since the epoch began, the share that were taken for 1.</source>
        <translation>에포크가 시작된 뒤 1인 것 가운데 1로 판단한 비율.</translation>
    </message>
    <message>
        <source>The area under the ROC curve of all predictions since the epoch began: how likely one for a 1 is above one for a 0. The curve goes through `num_thresholds` points.</source>
        <translation>에포크가 시작된 뒤 모든 예측의 ROC 곡선 아래 넓이: 1에 대한 예측이 0에 대한 예측보다 클 확률. 곡선은 `num_thresholds`개 점을 지납니다.</translation>
    </message>
    <message>
        <source>The mean distance from labels to predictions, of all since the epoch began.</source>
        <translation>에포크가 시작된 뒤 모든 레이블과 예측의 평균 거리.</translation>
    </message>
    <message>
        <source>The sum of all parts since the epoch began as a share of that of all wholes; 0 where that is 0.</source>
        <translation>에포크가 시작된 뒤 모든 부분의 합을 모든 전체의 합으로 나눈 값. 그 합이 0이면 0.</translation>
    </message>
    <message>
        <source>Unpin it, or unpin it, run and pin again</source>
        <translation>고정을 해제하거나, 해제하고 실행한 뒤 다시 고정하세요</translation>
    </message>
    <message>
        <source>Unpin it, or pin an output further upstream</source>
        <translation>고정을 해제하거나 더 상류의 출력을 고정하세요</translation>
    </message>
    <message>
        <source>Let {} be {} at least</source>
        <translation>{}을(를) {} 이상으로</translation>
    </message>
    <message>
        <source>Let {} be {} at most</source>
        <translation>{}을(를) {} 이하로</translation>
    </message>
    <message>
        <source>Add {} to {}</source>
        <translation>{}을(를) {}에 더하기</translation>
    </message>
    <message>
        <source>Take 0 where {} has no value of {}</source>
        <translation>{}이(가) {}에 대해 값이 없는 곳에는 0</translation>
    </message>
    <message>
        <source>{!r:.80}: each ( needs its )</source>
        <translation>{!r:.80}: 각 (에는 )가 있어야 합니다</translation>
    </message>
    <message>
        <source>takes what does not run: its value is pinned further on</source>
        <translation>실행되지 않는 것을 받습니다: 그 값은 하류에서 고정되어 있습니다</translation>
    </message>
    <message>
        <source>takes what is gone after the step</source>
        <translation>단계가 끝나면 사라지는 것을 받음</translation>
    </message>
    <message>
        <source>its dtype is now {}, and that of the value is {}</source>
        <translation>지금 dtype은 {}인데 값의 dtype은 {}입니다</translation>
    </message>
    <message>
        <source>not known: TensorFlow cannot differentiate an op between it and the loss</source>
        <translation>알 수 없음: TensorFlow가 이것과 손실 사이의 op를 미분할 수 없습니다</translation>
    </message>
    <message>
        <source>the loss does not depend on it</source>
        <translation>손실이 이것에 의존하지 않습니다</translation>
    </message>
    <message>
        <source>not known: an op between it and the loss has no gradient</source>
        <translation>알 수 없음: 이것과 손실 사이의 op에 그래디언트가 없습니다</translation>
    </message>
    <message>
        <source>not known: its shape may differ from call to call</source>
        <translation>알 수 없음: 호출마다 형태가 다를 수 있습니다</translation>
    </message>
    <message>
        <source>no run is paused</source>
        <translation>일시 중지된 실행이 없습니다</translation>
    </message>
    <message>
        <source>{} has the shape {}</source>
        <translation>{}의 모양은 {}입니다</translation>
    </message>
    <message>
        <source>{}: both sides added it; theirs calls it {}</source>
        <translation>{}: 양쪽 모두 추가했습니다. 상대 쪽 이름은 {}입니다</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>도달하지 않음</translation>
    </message>
    <message>
        <source>the gradient of {}</source>
        <translation>{}의 그래디언트</translation>
    </message>
    <message>
        <source>{} makes {} of finite numbers</source>
        <translation>{}: 유한한 수에서 {}을(를) 만듭니다</translation>
    </message>
    <message>
        <source>step {}</source>
        <translation>{}단계</translation>
    </message>
    <message>
        <source>call {} of {}</source>
        <translation>호출 {}/{}</translation>
    </message>
    <message>
        <source>a variable holds its value by itself: freeze it, to have training leave it as it is</source>
        <translation>변수는 스스로 값을 유지합니다: 학습이 그대로 두게 하려면 동결하세요</translation>
    </message>
    <message>
        <source>it had no value in that step</source>
        <translation>그 스텝에서 값이 없었습니다</translation>
    </message>
    <message>
        <source>it has no value that can be fed: {}</source>
        <translation>공급할 수 있는 값이 없습니다: {}</translation>
    </message>
    <message>
        <source>{} has no TensorFlow: {}</source>
        <translation>{}에 TensorFlow가 없습니다: {}</translation>
    </message>
    <message>
        <source>{}: cannot be started: {}</source>
        <translation>{}: 시작할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>{}: there is no Python in this folder</source>
        <translation>{}: 이 폴더에 Python이 없습니다</translation>
    </message>
    <message>
        <source>it ends the process with {}</source>
        <translation>프로세스가 {}로 끝납니다</translation>
    </message>
    <message>
        <source>the ops of {} cannot be loaded: {}</source>
        <translation>{}의 연산을 불러올 수 없습니다: {}</translation>
    </message>
    <message>
        <source>it has no ops</source>
        <translation>연산이 없습니다</translation>
    </message>
    <message>
        <source>{}: TensorFlow does not start: {}</source>
        <translation>{}: TensorFlow가 시작되지 않습니다: {}</translation>
    </message>
    <message>
        <source>a run on a target cannot pause</source>
        <translation>대상에서의 실행은 일시 중지할 수 없습니다</translation>
    </message>
    <message>
        <source>{}: git LFS has not fetched it: `git lfs fetch --all` does</source>
        <translation>{}: git LFS가 가져오지 않았습니다: `git lfs fetch --all`로 가져옵니다</translation>
    </message>
    <message>
        <source>runs Python code: {}</source>
        <translation>파이썬 코드를 실행합니다: {}</translation>
    </message>
    <message>
        <source>reads files whose names it computes: {}</source>
        <translation>이름을 계산한 파일을 읽습니다: {}</translation>
    </message>
    <message>
        <source>writes files whose names it computes: {}</source>
        <translation>이름을 계산한 파일에 씁니다: {}</translation>
    </message>
    <message>
        <source>sends data to an address that it computes: {}</source>
        <translation>계산한 주소로 데이터를 보냅니다: {}</translation>
    </message>
    <message>
        <source>reads {}: {}</source>
        <translation>{} 읽기: {}</translation>
    </message>
    <message>
        <source>writes {}: {}</source>
        <translation>{} 쓰기: {}</translation>
    </message>
    <message>
        <source>sends data to {}: {}</source>
        <translation>{}(으)로 데이터를 보냅니다: {}</translation>
    </message>
    <message>
        <source>Runs Python code.</source>
        <translation>파이썬 코드를 실행합니다.</translation>
    </message>
    <message>
        <source>Runs a graph stored in its data.</source>
        <translation>데이터에 들어 있는 그래프를 실행합니다.</translation>
    </message>
    <message>
        <source>line {0} of {1}, column {2}: {3}</source>
        <translation>{1}의 {0}행 {2}열: {3}</translation>
    </message>
    <message>
        <source>line {0} of {1}, column {2}: an empty cell</source>
        <translation>{1}의 {0}행 {2}열: 빈 칸</translation>
    </message>
    <message>
        <source>element {0} of {1}: {2}</source>
        <translation>{1}의 원소 {0}: {2}</translation>
    </message>
    <message>
        <source>{} is not the file that the document was saved with</source>
        <translation>{}은(는) 함께 저장된 파일이 아닙니다</translation>
    </message>
    <message>
        <source>{0}: its weights are not compared: {1}</source>
        <translation>{0}: 가중치를 비교하지 않습니다: {1}</translation>
    </message>
    <message>
        <source>{0}: these weights are not found, so their differences are not known: {1}</source>
        <translation>{0}: 가중치를 찾지 못한 곳에서는 얼마나 다른지 알 수 없습니다: {1}</translation>
    </message>
    <message>
        <source>its rows have different lengths</source>
        <translation>행의 길이가 서로 다릅니다</translation>
    </message>
    <message>
        <source>it contains {}; give numbers or texts</source>
        <translation>{}이(가) 들어 있습니다. 숫자나 텍스트를 주세요</translation>
    </message>
    <message>
        <source>it contains {!r:.40}; give only numbers or only texts</source>
        <translation>{!r:.40}이(가) 들어 있습니다. 숫자만 또는 텍스트만 주세요</translation>
    </message>
    <message>
        <source>{}: git has no such file</source>
        <translation>{}: git에 그런 파일이 없습니다</translation>
    </message>
    <message>
        <source>git does not answer within {:g} s: `git {}`. Look for a pipe or a slow drive in .git and in the files that .git/config names, and try again</source>
        <translation>git이 {:g}초 안에 응답하지 않습니다: `git {}`. .git과 .git/config가 가리키는 파일에 파이프나 느린 드라이브가 있는지 확인하고 다시 시도하세요</translation>
    </message>
    <message>
        <source>both sides trained these weights, which belong together: {0}</source>
        <translation>양쪽이 함께 쓰이는 이 가중치를 학습했습니다: {0}</translation>
    </message>
    <message>
        <source>it shares the name {} with {}, whose {} is {}; here it is {}</source>
        <translation>{} 이름을 {}와(과) 공유하는데, 그쪽의 {}은(는) {}이고 여기는 {}입니다</translation>
    </message>
    <message>
        <source>Set the same {} in both blocks, or give each a shared_name</source>
        <translation>두 블록에 같은 {}을(를) 설정하거나 각각 shared_name을 지정하세요</translation>
    </message>
    <message>
        <source>Type an integer</source>
        <translation>정수를 입력하세요</translation>
    </message>
    <message>
        <source>{} is a SyncReplicasOptimizer, which drops stale gradients by itself</source>
        <translation>{}은(는) SyncReplicasOptimizer이며 오래된 기울기를 스스로 버립니다</translation>
    </message>
    <message>
        <source>{} is {}, which does not fit {}, the dtype of {}</source>
        <translation>{}은(는) {}이며 {}에 맞지 않습니다({}의 dtype)</translation>
    </message>
    <message>
        <source>Type a smaller number, or set dtype of {} to DT_INT64</source>
        <translation>더 작은 수를 입력하거나 {}의 dtype을 DT_INT64로 설정하세요</translation>
    </message>
    <message>
        <source>{}: another program has locked this folder for {:g} s, as Blockloom does to save. Wait until that program has saved, or close it, and save again</source>
        <translation>{}: 다른 프로그램이 {:g}초 동안 이 폴더를 잠그고 있습니다(Blockloom이 저장할 때처럼). 그 프로그램이 저장을 마칠 때까지 기다리거나 닫은 뒤 다시 저장하세요</translation>
    </message>
    <message>
        <source>it is {} MiB large, but has only {} KiB of data on the disk</source>
        <translation>크기는 {} MiB이지만 디스크의 데이터는 {} KiB뿐입니다</translation>
    </message>
    <message>
        <source>{!r} is not on page {} itself: only blocks there can be its outputs</source>
        <translation>{!r}은(는) 페이지 {} 자체에 없습니다. 그 페이지의 블록만 출력이 될 수 있습니다</translation>
    </message>
    <message>
        <source>The block calls a Python function of another program, which is not here: replace it with other blocks</source>
        <translation>블록이 여기에 없는 다른 프로그램의 파이썬 함수를 호출합니다: 다른 블록으로 바꾸세요</translation>
    </message>
    <message>
        <source>{}: the checkpoint has no {}</source>
        <translation>{}: 체크포인트에 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{} is of {} in the checkpoint, and of {} in the model</source>
        <translation>{}의 형식은 체크포인트에서 {}이고 모델에서 {}입니다</translation>
    </message>
    <message>
        <source>the page has no variables, and a checkpoint without any cannot be written</source>
        <translation>페이지에 변수가 없고, 변수 없는 체크포인트는 쓸 수 없습니다</translation>
    </message>
    <message>
        <source>record {0} of {1}, feature {2}: {3}</source>
        <translation>{1}의 레코드 {0}, 특성 {2}: {3}</translation>
    </message>
    <message>
        <source>the value typed into {} is not finite</source>
        <translation>{}에 입력한 값이 유한하지 않습니다</translation>
    </message>
    <message>
        <source>{0} reads it: {1}</source>
        <translation>{0}에서 파일로부터 읽었습니다: {1}</translation>
    </message>
    <message>
        <source>{} makes {} of infinite numbers</source>
        <translation>{}이(가) 무한한 수에서 {}을(를) 만듭니다</translation>
    </message>
    <message>
        <source>{0} grows by a factor of {1} in each step, from step {2} to step {3}</source>
        <translation>{0}: {2}단계부터 {3}단계까지 단계마다 {1}배로 커집니다</translation>
    </message>
    <message numerus="yes">
        <source>a page of this document, with {0:,} block</source>
        <comment>a page of this document, with {0:,} blocks</comment>
        <translation>
            <numerusform>이 문서의 페이지, 블록 {0:,}개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Writes {} file.</source>
        <comment>Writes {} files.</comment>
        <translation>
            <numerusform>파일 {}개를 씁니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Reads {} file.</source>
        <comment>Reads {} files.</comment>
        <translation>
            <numerusform>파일 {}개를 읽습니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sends data to {} address.</source>
        <comment>Sends data to {} addresses.</comment>
        <translation>
            <numerusform>주소 {}곳에 데이터를 보냅니다.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the learning rate is {1}</source>
        <comment>the learning rates are {1}</comment>
        <translation>
            <numerusform>학습률은 {1}입니다</numerusform>
        </translation>
    </message>
    <message>
        <source>Find the NaN</source>
        <translation>NaN 찾기</translation>
    </message>
    <message>
        <source>Distinguishes numbers below 0 from those above: P is the probability that X is above, Y the truth.
Run 50 steps: the loss falls, and then it is NaN. Click the rays at LOSS.y, or press Ctrl+. there:
the answer names the block and the step of its origin, and offers fixes.</source>
        <translation>0보다 작은 수와 큰 수를 가려냅니다. P는 X가 0보다 클 확률, Y는 실제 값입니다.
50단계를 실행하면 손실이 줄다가 NaN이 됩니다. LOSS.y의 빛살을 클릭하거나 거기서 Ctrl+.를 누르세요.
답은 그것이 시작된 블록에, 시작된 단계와 고칠 방법과 함께 나옵니다.</translation>
    </message>
    <message>
        <source>Validated digits</source>
        <translation>검증하는 숫자 인식</translation>
    </message>
    <message>
        <source>DATA reads 500 digits and keeps a fifth of them for validation; a double click opens it. TRAINING is true in each step, and false while VALIDATION, after each epoch, runs the same network on the rows that were kept.</source>
        <translation>DATA는 숫자 500개를 읽고 그 5분의 1을 검증용으로 남겨 둡니다. 두 번 클릭하면 열립니다. TRAINING은 각 단계에서 참이고, 에포크마다 VALIDATION이 남겨 둔 행에 같은 신경망을 실행하는 동안 거짓입니다.</translation>
    </message>
    <message>
        <source>Run &gt; Fit the Model, 20 epochs: EPOCHS shows loss and accuracy of both. When the validation loss has not fallen for patience epochs the run ends, and the best weights are put back.</source>
        <translation>실행 &gt; 모델 적합, 20 에포크: EPOCHS가 두 쪽의 손실과 정확도를 보여 줍니다. 검증 손실이 patience 에포크 동안 줄지 않으면 실행이 끝나고 가장 좋은 가중치로 되돌립니다.</translation>
    </message>
    <message>
        <source>The sum of what came since the epoch began, this included. SUM begins with 0 in each epoch, and in its validation.</source>
        <translation>에포크가 시작된 뒤 들어온 것의 합(이것 포함). SUM은 에포크마다, 그리고 그 검증에서 0으로 시작합니다.</translation>
    </message>
    <message>
        <source>Batches of digits.npy. Rows are read and encoded in groups, each of which digits_rows splits by the seed: no row is for training and for validation. MIXED puts those for training into another order in each epoch. `training` says from which of both NEXT takes a batch; the end of the rows ends the epoch.</source>
        <translation>digits.npy의 배치입니다. 행은 묶음으로 읽혀 부호화되고, digits_rows가 시드에 따라 나눕니다. 학습과 검증에 함께 쓰이는 행은 없습니다. MIXED는 학습용 행의 순서를 에포크마다 바꿉니다. `training`은 NEXT가 어느 쪽에서 배치를 가져올지 정하며, 행이 끝나면 에포크가 끝납니다.</translation>
    </message>
    <message>
        <source>What becomes of a group of rows of digits.npy: inputs and labels as numbers, and of these the rows that SPLIT chooses. Means, deviations and names are those of the file when it was looked at.</source>
        <translation>digits.npy의 행 묶음이 어떻게 되는지: 입력과 레이블이 수가 되고, 그중 SPLIT이 고른 행입니다. 평균, 편차, 이름은 파일을 살펴본 때의 것입니다.</translation>
    </message>
    <message>
        <source>The array of a .npy file, as a tensor of the dtype and shape that it was written with. What its heading states decides where the numbers begin, and in which order they are. A file of another dtype, or with the other order of bytes, is refused.</source>
        <translation>.npy 파일의 배열을, 파일을 쓸 때의 dtype과 shape을 가진 텐서로 줍니다. 수가 어디서 시작하고 어떤 차례인지는 머리말에 적힌 대로 따릅니다. dtype이 다르거나 바이트 순서가 다른 파일은 거부됩니다.</translation>
    </message>
    <message>
        <source>The rows of a .npy file, of the dtype and shape that it was written with: see NpyArray.</source>
        <translation>.npy 파일의 행. dtype과 shape은 파일을 쓸 때의 것입니다. NpyArray를 참고하세요.</translation>
    </message>
    <message>
        <source>the file is damaged at {}: only the part before it was read</source>
        <translation>{}에서 파일이 손상되었습니다. 그 앞부분만 읽었습니다</translation>
    </message>
    <message>
        <source>its variable {!r:.80} is not a result of a block</source>
        <translation>변수 {!r:.80}은(는) 블록의 결과가 아닙니다</translation>
    </message>
    <message>
        <source>{}: cannot be saved: its weights {} were not found</source>
        <translation>{}: 저장할 수 없습니다. 가중치 {}을(를) 찾을 수 없습니다</translation>
    </message>
    <message>
        <source>Press Tab on the page, type const, and press Enter. Press Escape, since a new block is wired to a selected one, and do the same with square. Or drag both from the list of block types.</source>
        <translation>페이지에서 Tab을 누르고 const를 입력한 다음 Enter를 누르세요. 새 블록은 선택한 블록에 연결되므로 Esc를 누르고, square로 같은 작업을 반복하세요. 또는 블록 유형 목록에서 둘을 끌어다 놓으세요.</translation>
    </message>
    <message>
        <source>{} has no op of this name; if the op is from a library, load it in Preferences</source>
        <translation>{}에는 이 이름의 연산이 없습니다. 라이브러리의 연산이면 환경설정에서 라이브러리를 불러오세요</translation>
    </message>
    <message>
        <source>run with --ops LIBRARY</source>
        <translation>--ops 라이브러리로 실행하세요</translation>
    </message>
    <message>
        <source>The state of the task is lost: initialise its variables</source>
        <translation>태스크의 상태가 사라졌습니다. 변수를 초기화하세요</translation>
    </message>
    <message>
        <source>run the chief with --init</source>
        <translation>chief를 --init으로 실행하세요</translation>
    </message>
    <message>
        <source>If it had variables, this run waits until another run has initialised them</source>
        <translation>변수가 있었다면 다른 실행이 초기화할 때까지 이 실행은 기다립니다</translation>
    </message>
    <message>
        <source>initialise them by a run with --init</source>
        <translation>--init을 붙인 실행으로 초기화하세요</translation>
    </message>
    <message>
        <source>it has no default: a run of this page has no value for it</source>
        <translation>기본값이 없습니다. 이 페이지를 실행하면 사용할 값이 없습니다</translation>
    </message>
    <message>
        <source>Type a default</source>
        <translation>기본값을 입력하세요</translation>
    </message>
    <message>
        <source>Put the weight file into the folder of the document, or type another value</source>
        <translation>가중치 파일을 문서의 폴더에 넣거나 다른 값을 입력하세요</translation>
    </message>
    <message>
        <source>after a merge, restore missing weights from git with `blockloom merge DOCUMENT --weights`</source>
        <translation>병합한 뒤에는 `blockloom merge DOCUMENT --weights`로 빠진 가중치를 git에서 복원하세요</translation>
    </message>
    <message>
        <source>Type a length for each feature (0 if it is not a sequence), or no length at all</source>
        <translation>특성마다 길이를 입력하거나(시퀀스가 아니면 0) 길이를 모두 비워 두세요</translation>
    </message>
    <message>
        <source>it was saved by Keras {}, and this TensorFlow has Keras {}. What you can do: select TensorFlow 2.16 or later, and open it again</source>
        <translation>Keras {}(으)로 저장되었는데 이 TensorFlow에는 Keras {}이(가) 있습니다. 해결 방법: TensorFlow 2.16 이상을 선택하고 다시 여세요</translation>
    </message>
    <message>
        <source>reading failed, and Blockloom does not know why: {} ({}). What you can do: select the TensorFlow that wrote it and open it again, or export it again</source>
        <translation>읽지 못했으며 Blockloom은 그 이유를 알 수 없습니다: {}({}). 해결 방법: 이것을 기록한 TensorFlow를 선택하고 다시 열거나, 다시 내보내세요</translation>
    </message>
    <message>
        <source>this TensorFlow has no op {}: its blocks are kept, but cannot run. If the op is from a library, load the library</source>
        <translation>이 TensorFlow에는 연산 {}이(가) 없습니다. 해당 블록은 그대로 남지만 실행할 수 없습니다. 라이브러리의 연산이면 그 라이브러리를 불러와야 합니다</translation>
    </message>
    <message>
        <source>{} has no values for {}; it has: {}. If it has them by other names, map the variables by a file with these lines; a line with # has no proposal:
{}</source>
        <translation>{}에는 {}의 값이 없습니다. 있는 것: {}. 다른 이름으로 있으면 다음 줄이 든 파일로 변수를 대응시키세요. #이 있는 줄에는 제안이 없습니다.
{}</translation>
    </message>
    <message>
        <source>not initialised yet: wait for the chief, or initialise the variables in a run</source>
        <translation>아직 초기화되지 않았습니다. chief를 기다리거나 실행에서 변수를 초기화하세요</translation>
    </message>
    <message>
        <source>for {}, inside it</source>
        <translation>{} 때문에, 그 안에서</translation>
    </message>
    <message>
        <source>this needs TensorFlow, which is not installed in {}: {}, or select an environment that has it</source>
        <translation>TensorFlow가 필요하지만 {}에 설치되어 있지 않습니다. {} 또는 TensorFlow가 있는 환경을 선택하세요</translation>
    </message>
    <message numerus="yes">
        <source>{0:,} unresolved conflict</source>
        <comment>{0:,} unresolved conflicts</comment>
        <translation>
            <numerusform>해결되지 않은 충돌 {0:,}개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0:,} conflict of a merge is unresolved.</source>
        <comment>{0:,} conflicts of a merge are unresolved.</comment>
        <translation>
            <numerusform>병합 충돌 {0:,}개가 해결되지 않았습니다.</numerusform>
        </translation>
    </message>
    <message>
        <source>The picture in a file (.png, .jpg, .gif, .bmp), with values from 0 to 255.</source>
        <translation>파일(.png, .jpg, .gif, .bmp)에 있는 그림. 값은 0에서 255까지입니다.</translation>
    </message>
    <message>
        <source>The sound in a .wav file of 16 bits.</source>
        <translation>16비트 .wav 파일에 있는 소리.</translation>
    </message>
    <message>
        <source>As Conv2D, but each channel is summed up alone, and becomes `depth_multiplier` channels. SPREAD puts zeros between the elements of the window: TensorFlow has no dilations here on a CPU.</source>
        <translation>Conv2D와 같지만 채널마다 따로 합산되어 `depth_multiplier`개의 채널이 됩니다. SPREAD는 창의 원소 사이에 0을 넣습니다: TensorFlow는 CPU에서 팽창을 지원하지 않습니다.</translation>
    </message>
    <message>
        <source>Outputs to fetch.</source>
        <translation>가져올 출력.</translation>
    </message>
    <message>
        <source>Operations to run without fetching them; an output stands for the operation that makes it.</source>
        <translation>가져오지 않고 실행할 연산. 출력은 그것을 만드는 연산을 뜻합니다.</translation>
    </message>
    <message>
        <source>Feeds: values that stand in for placeholders.</source>
        <translation>피드: placeholder를 대신하는 값.</translation>
    </message>
    <message>
        <source>Operations to run once, one after the other, when the session begins and its variables have their values: MakeIterator, what fills tables, CreateSummaryFileWriter. Those of them that are wired to nothing are run without this, as variables are initialised. MakeIterator runs again where the data has come to its end.</source>
        <translation>세션이 시작되고 변수에 값이 있을 때 차례로 한 번 실행할 연산: MakeIterator, 테이블을 채우는 것, CreateSummaryFileWriter. 그 가운데 아무것에도 연결되지 않은 것은 변수가 초기화되듯 이것 없이도 실행됩니다. 데이터가 끝나면 MakeIterator가 다시 실행됩니다.</translation>
    </message>
    <message>
        <source>Operations to run without fetching them.</source>
        <translation>가져오지 않고 실행할 연산.</translation>
    </message>
    <message>
        <source>Feeds: values that stand in for placeholders during validation.</source>
        <translation>Feed: 검증하는 동안 placeholder를 대신하는 값.</translation>
    </message>
    <message>
        <source>Operations to run once, when the session begins.</source>
        <translation>세션이 시작될 때 한 번 실행할 연산.</translation>
    </message>
    <message>
        <source>The number to watch: a loss or a metric. The epoch that gave the best one is kept, and the run may end when it gets no better.</source>
        <translation>지켜볼 수: 손실이나 지표. 가장 좋은 값을 준 에포크가 유지되고, 더 나아지지 않으면 실행이 끝날 수 있습니다.</translation>
    </message>
    <message>
        <source>A row for each epoch: of each number that is fetched what training gave, then validation. It goes to monitors: Lines shows it as a chart.</source>
        <translation>에포크마다 한 행: 가져온 수마다 학습이 준 값, 그다음 검증이 준 값. 모니터로 갑니다: Lines가 차트로 보여 줍니다.</translation>
    </message>
    <message>
        <source>What the columns of `history` are. It goes to monitors.</source>
        <translation>`history`의 열이 무엇인지. 모니터로 갑니다.</translation>
    </message>
    <message>
        <source>End the run after so many epochs in which `monitor` got no better; 0: after all that are asked for.</source>
        <translation>`monitor`가 나아지지 않은 에포크가 이만큼 지나면 실행을 끝냅니다. 0: 요청한 모든 에포크 뒤에.</translation>
    </message>
    <message>
        <source>Which `monitor` is better: lower, as of a loss, or higher, as of an accuracy.</source>
        <translation>어떤 `monitor`가 더 나은지: 손실처럼 낮은 것(lower), 정확도처럼 높은 것(higher).</translation>
    </message>
    <message>
        <source>Whether at the end of the run the variables that validation depends on get the values that they had after the best epoch.</source>
        <translation>실행이 끝날 때 검증이 쓰는 변수가 가장 좋은 에포크 뒤의 값을 갖는지.</translation>
    </message>
    <message>
        <source>A value for a placeholder. Wire the placeholder&apos;s output to `placeholder`, type the value, and wire `feed` to the inputs of a Session. A feed on the command line (--feed) takes precedence.</source>
        <translation>placeholder의 값. placeholder의 출력을 `placeholder`에 연결하고, 값을 입력하고, `feed`를 Session의 inputs에 연결하세요. 명령줄의 --feed가 우선합니다.</translation>
    </message>
    <message>
        <source>The output to feed.</source>
        <translation>값을 공급할 출력.</translation>
    </message>
    <message>
        <source>The value: typed in. It has the dtype of the placeholder.</source>
        <translation>값: 입력합니다. placeholder의 dtype을 따릅니다.</translation>
    </message>
    <message>
        <source>To the inputs of a Session.</source>
        <translation>Session의 inputs로.</translation>
    </message>
    <message>
        <source>That of the placeholder.</source>
        <translation>placeholder의 것.</translation>
    </message>
    <message>
        <source>Fills a queue beside the steps (tf.compat.v1.train.QueueRunner). While a session takes from the queue, threads run what is wired to `enqueue` over and over. When the data has come to its end they close the queue: the steps get what is left in it, and then the epoch is over. With the next step the data begins anew.</source>
        <translation>단계와 별도로 큐를 채웁니다(tf.compat.v1.train.QueueRunner). 세션이 큐에서 꺼내는 동안 스레드가 `enqueue`에 연결된 것을 되풀이해 실행합니다. 데이터가 끝나면 큐를 닫습니다. 단계는 큐에 남은 것을 받고, 그러면 에포크가 끝납니다. 다음 단계에서 데이터가 처음부터 시작합니다.</translation>
    </message>
    <message>
        <source>The operations that fill the queue: QueueEnqueueV2 or QueueEnqueueManyV2. Each runs in threads of its own.</source>
        <translation>큐를 채우는 연산: QueueEnqueueV2 또는 QueueEnqueueManyV2. 각각 별도의 스레드에서 실행됩니다.</translation>
    </message>
    <message>
        <source>The QueueCloseV2 that runs at the end of the data. Default: one is made.</source>
        <translation>데이터가 끝날 때 실행되는 QueueCloseV2. 기본값: 하나를 만듭니다.</translation>
    </message>
    <message>
        <source>The QueueCloseV2, with cancel_pending_enqueues, that runs when the session ends. Default: one is made.</source>
        <translation>세션이 끝날 때 실행되는, cancel_pending_enqueues가 설정된 QueueCloseV2. 기본값: 하나를 만듭니다.</translation>
    </message>
    <message>
        <source>In how many threads each operation runs.</source>
        <translation>각 연산을 실행하는 스레드의 수.</translation>
    </message>
    <message>
        <source>A variable with its initial value. It is initialised when its session is created and lives until Reset. This is a reference variable (VariableV2): Assign, AssignAdd, ScatterUpdate and the Apply ops take its output `ref` and change it in place.</source>
        <translation>초깃값이 있는 변수. 세션이 만들어질 때 초기화되고 초기화할 때까지 남습니다. 참조 변수(VariableV2)입니다. Assign, AssignAdd, ScatterUpdate와 Apply op이 출력 `ref`를 받아 제자리에서 바꿉니다.</translation>
    </message>
    <message>
        <source>The initial value: typed in, or wired from any block that needs nothing fed.</source>
        <translation>초깃값: 입력하거나, 값을 공급받지 않아도 되는 블록에서 연결합니다.</translation>
    </message>
    <message>
        <source>The variable.</source>
        <translation>변수.</translation>
    </message>
    <message>
        <source>The type of the elements; that of the initial value unless given.</source>
        <translation>요소의 유형. 주지 않으면 초깃값의 유형.</translation>
    </message>
    <message>
        <source>That of the initial value unless given. A scalar initial value fills a given shape.</source>
        <translation>주지 않으면 초깃값의 shape. 스칼라 초깃값은 주어진 shape을 채웁니다.</translation>
    </message>
    <message>
        <source>The container that holds the variable.</source>
        <translation>변수를 담는 컨테이너.</translation>
    </message>
    <message>
        <source>Variables of this name are one variable. Default: the id of the block.</source>
        <translation>이 이름의 변수는 모두 한 변수입니다. 기본값: 블록의 id.</translation>
    </message>
    <message>
        <source>Whether training that names no variables changes it.</source>
        <translation>변수를 지정하지 않은 학습이 이것을 바꾸는지 여부.</translation>
    </message>
    <message>
        <source>Whether it gets its initial value again at the beginning of each epoch, as the counter of epochs of an input pipeline does.</source>
        <translation>입력 파이프라인의 에포크 카운터처럼 에포크가 시작될 때마다 초깃값을 다시 갖는지 여부.</translation>
    </message>
    <message>
        <source>A resource variable with its initial value. It is initialised when its session is created and lives until Reset. AssignVariableOp, ResourceApplyGradientDescent and their like take its `handle`; `value` reads it before anything in the step changes it only if a control wire says so.</source>
        <translation>초깃값이 있는 리소스 변수. 세션이 만들어질 때 초기화되고 초기화할 때까지 남습니다. AssignVariableOp, ResourceApplyGradientDescent 등이 `handle`을 받습니다. `value`는 제어 와이어가 있을 때만 그 단계의 변경보다 먼저 읽습니다.</translation>
    </message>
    <message>
        <source>The variable itself.</source>
        <translation>변수 자체.</translation>
    </message>
    <message>
        <source>What it holds.</source>
        <translation>담고 있는 값.</translation>
    </message>
    <message>
        <source>What TensorFlow calls the variable in messages, where it is not shared_name.</source>
        <translation>shared_name이 아닐 때, TensorFlow가 메시지에서 변수를 부르는 이름.</translation>
    </message>
    <message>
        <source>Whether it gets its initial value again at the beginning of each epoch and of each validation, as what a metric sums up does.</source>
        <translation>지표가 합산하는 것처럼 에포크마다, 검증마다 처음 값을 다시 갖는지.</translation>
    </message>
    <message>
        <source>Symbolic derivatives of the sum of `ys` with respect to each of `xs` (tf.gradients): one output per wire into `xs`, in their order. Take a single one as grads[0], grads[1] and so on.</source>
        <translation>`ys`의 합을 `xs` 각각으로 미분한 기호 도함수(tf.gradients). `xs`에 들어오는 와이어마다 출력이 하나씩, 그 차례로 있습니다. 하나만 쓰려면 grads[0], grads[1] 등을 쓰세요.</translation>
    </message>
    <message>
        <source>What to differentiate, usually one loss.</source>
        <translation>미분할 것. 보통 손실 하나.</translation>
    </message>
    <message>
        <source>What to differentiate by: variables or any other outputs that `ys` depends on.</source>
        <translation>무엇으로 미분할지: 변수나 `ys`가 의존하는 다른 출력.</translation>
    </message>
    <message>
        <source>The derivative by each of `xs`, of its shape.</source>
        <translation>`xs` 각각에 대한 도함수. 그 shape을 따릅니다.</translation>
    </message>
    <message>
        <source>The dtypes of `ys`: they follow from the wires.</source>
        <translation>`ys`의 dtype: 와이어에서 정해집니다.</translation>
    </message>
    <message>
        <source>The dtypes of `xs`: they follow from the wires.</source>
        <translation>`xs`의 dtype: 와이어에서 정해집니다.</translation>
    </message>
    <message>
        <source>Treat `xs` as constants of one another: partial instead of total derivatives.</source>
        <translation>`xs`를 서로 상수로 봅니다: 전미분 대신 편미분.</translation>
    </message>
    <message>
        <source>Steps of learning_rate against the gradient. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>기울기 반대쪽으로 learning_rate만큼 움직입니다. tf.compat.v1.train의 옵티마이저이며 슬롯은 블록의 결과로 보입니다.</translation>
    </message>
    <message>
        <source>How far a step goes.</source>
        <translation>한 걸음의 크기.</translation>
    </message>
    <message>
        <source>To ComputeGradients, ApplyGradients, Minimize or an optimizer that wraps this one.</source>
        <translation>ComputeGradients, ApplyGradients, Minimize, 또는 이것을 감싸는 옵티마이저로.</translation>
    </message>
    <message>
        <source>Lock variables while they are updated, so that no two updates mix.</source>
        <translation>갱신하는 동안 변수를 잠가 두 갱신이 섞이지 않게 합니다.</translation>
    </message>
    <message>
        <source>Slots and ops are named by it: VARIABLE/NAME.</source>
        <translation>슬롯과 op의 이름에 쓰입니다: VARIABLE/NAME.</translation>
    </message>
    <message>
        <source>Gradient descent that keeps some of its last direction: accumulation = momentum * accumulation + gradient, and the step goes against the accumulation. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>지난 방향을 얼마쯤 유지하는 경사 하강법: accumulation = momentum * accumulation + gradient이며 accumulation의 반대쪽으로 갑니다. tf.compat.v1.train의 옵티마이저이며 슬롯은 블록의 결과로 보입니다.</translation>
    </message>
    <message>
        <source>How much of the last direction is kept, from 0 to 1.</source>
        <translation>지난 방향을 얼마나 유지할지, 0에서 1.</translation>
    </message>
    <message>
        <source>Nesterov&apos;s variant: look ahead along the direction before the step.</source>
        <translation>네스테로프 변형: 움직이기 전에 그 방향으로 앞을 내다봅니다.</translation>
    </message>
    <message>
        <source>Each weight has a rate of its own, which falls with the sum of its squared gradients. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>가중치마다 학습률이 따로 있으며 기울기 제곱의 합에 따라 작아집니다. tf.compat.v1.train의 옵티마이저이며 슬롯은 블록의 결과로 보입니다.</translation>
    </message>
    <message>
        <source>What the accumulator of squared gradients starts from; above 0.</source>
        <translation>기울기 제곱 누산기의 시작 값. 0보다 큽니다.</translation>
    </message>
    <message>
        <source>Adagrad with dual averaging: keeps sums of gradients, so that regularisation also reaches weights whose gradient was 0 for long. For sparse linear models. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>쌍대 평균을 쓰는 Adagrad: 기울기의 합을 지녀 기울기가 오래 0이던 가중치에도 정규화가 미칩니다. 희소 선형 모델용. tf.compat.v1.train의 옵티마이저이며 슬롯은 블록의 결과로 보입니다.</translation>
    </message>
    <message>
        <source>The variable that counts training steps.</source>
        <translation>학습 단계를 세는 변수.</translation>
    </message>
    <message>
        <source>Pulls weights towards 0 and lets them rest there; 0 or more.</source>
        <translation>가중치를 0으로 끌어당겨 머물게 합니다. 0 이상.</translation>
    </message>
    <message>
        <source>Shrinks weights in proportion to their size; 0 or more.</source>
        <translation>가중치를 크기에 비례해 줄입니다. 0 이상.</translation>
    </message>
    <message>
        <source>Adagrad over a sliding window: rates depend on recent gradients and recent updates only. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>이동 창을 쓰는 Adagrad: 학습률이 최근의 기울기와 갱신에만 따릅니다. tf.compat.v1.train의 옵티마이저이며 슬롯은 블록의 결과로 보입니다.</translation>
    </message>
    <message>
        <source>How far a step goes. 1.0 gives the method of the paper.</source>
        <translation>한 걸음의 크기. 1.0이면 논문의 방법입니다.</translation>
    </message>
    <message>
        <source>How much of the window&apos;s past is kept in each step.</source>
        <translation>단계마다 창의 과거를 얼마나 유지할지.</translation>
    </message>
    <message>
        <source>Keeps divisions from blowing up.</source>
        <translation>나눗셈이 발산하지 않게 합니다.</translation>
    </message>
    <message>
        <source>Moving averages of the gradient and of its square, corrected for starting at 0. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>기울기와 그 제곱의 이동 평균. 0에서 시작하는 것을 보정합니다. tf.compat.v1.train의 옵티마이저이며 슬롯은 블록의 결과로 보입니다.</translation>
    </message>
    <message>
        <source>Decay of the average of gradients.</source>
        <translation>기울기 평균의 감쇠율.</translation>
    </message>
    <message>
        <source>Decay of the average of squared gradients.</source>
        <translation>기울기 제곱 평균의 감쇠율.</translation>
    </message>
    <message>
        <source>Follow the regularised leader: for large sparse models, of which it sets many weights to exactly 0. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Follow the regularised leader: 큰 희소 모델용이며 많은 가중치를 정확히 0으로 만듭니다. tf.compat.v1.train의 옵티마이저이며 슬롯은 블록의 결과로 보입니다.</translation>
    </message>
    <message>
        <source>How the rate falls during training, 0 or less; 0 keeps it.</source>
        <translation>학습하는 동안 학습률이 어떻게 작아지는지, 0 이하. 0이면 그대로입니다.</translation>
    </message>
    <message>
        <source>What the accumulator of squared gradients starts from; 0 or more.</source>
        <translation>기울기 제곱 누산기의 시작 값. 0 이상.</translation>
    </message>
    <message>
        <source>An L2 penalty on the size of each step; 0 or more.</source>
        <translation>걸음의 크기에 대한 L2 벌점. 0 이상.</translation>
    </message>
    <message>
        <source>The beta of the paper.</source>
        <translation>논문의 beta.</translation>
    </message>
    <message>
        <source>The name of the accumulator slot; `name` where nothing is given.</source>
        <translation>누산기 슬롯의 이름. 주지 않으면 `name`.</translation>
    </message>
    <message>
        <source>The name of the linear slot; `name` where nothing is given.</source>
        <translation>선형 슬롯의 이름. 주지 않으면 `name`.</translation>
    </message>
    <message>
        <source>Divides the gradient by a moving average of its size. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>기울기를 그 크기의 이동 평균으로 나눕니다. tf.compat.v1.train의 옵티마이저이며 슬롯은 블록의 결과로 보입니다.</translation>
    </message>
    <message>
        <source>How much of the average is kept in each step.</source>
        <translation>단계마다 평균을 얼마나 유지할지.</translation>
    </message>
    <message>
        <source>How much of the last step is added to the next.</source>
        <translation>지난 걸음을 다음에 얼마나 더할지.</translation>
    </message>
    <message>
        <source>Divide by the estimated variance: take the mean gradient into account too.</source>
        <translation>추정한 분산으로 나눕니다: 평균 기울기도 고려합니다.</translation>
    </message>
    <message>
        <source>Gradient descent, then a pull towards 0 by the regularisation. Variables of dtype DT_FLOAT only. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>경사 하강법을 한 뒤 정규화로 0 쪽으로 끌어당깁니다. dtype이 DT_FLOAT인 변수만. tf.compat.v1.train의 옵티마이저이며 슬롯은 블록의 결과로 보입니다.</translation>
    </message>
    <message>
        <source>Adagrad, then a pull towards 0 by the regularisation. Variables of dtype DT_FLOAT only. An optimizer of tf.compat.v1.train; its slots are results of the block.</source>
        <translation>Adagrad를 한 뒤 정규화로 0 쪽으로 끌어당깁니다. dtype이 DT_FLOAT인 변수만. tf.compat.v1.train의 옵티마이저이며 슬롯은 블록의 결과로 보입니다.</translation>
    </message>
    <message>
        <source>Wraps an optimizer so that several workers train in step: their gradients are collected in accumulators, and once replicas_to_aggregate are there their mean is applied once. Stale gradients are dropped. The session runs what TensorFlow&apos;s hook runs: the chief&apos;s initialisation, the first tokens, and a thread that applies what was collected. Needs a global_step where the gradients are applied.</source>
        <translation>여러 워커가 발맞추어 학습하도록 옵티마이저를 감쌉니다. 기울기를 누산기에 모아 replicas_to_aggregate개가 되면 그 평균을 한 번 적용합니다. 낡은 기울기는 버립니다. 세션은 TensorFlow의 훅이 하는 일, 곧 치프의 초기화, 첫 토큰, 모인 것을 적용하는 스레드를 실행합니다. 기울기를 적용하는 곳에 global_step이 있어야 합니다.</translation>
    </message>
    <message>
        <source>The optimizer to use.</source>
        <translation>쓸 옵티마이저.</translation>
    </message>
    <message>
        <source>How many gradients make one update.</source>
        <translation>기울기 몇 개로 한 번 갱신할지.</translation>
    </message>
    <message>
        <source>How many workers there are; 0 means replicas_to_aggregate.</source>
        <translation>워커의 수. 0이면 replicas_to_aggregate.</translation>
    </message>
    <message>
        <source>Whether this worker is the one that applies what was collected.</source>
        <translation>이 워커가 모인 것을 적용하는 워커인지 여부.</translation>
    </message>
    <message>
        <source>How many tokens the chief puts into the queue before the first step; -1 means replicas_to_aggregate. Each token lets one worker take one step.</source>
        <translation>첫 단계 전에 치프가 큐에 넣는 토큰의 수. -1이면 replicas_to_aggregate. 토큰 하나로 워커 하나가 한 단계를 합니다.</translation>
    </message>
    <message>
        <source>Wraps an optimizer: notes the global step before gradients are computed and compares when they are to be applied. Where more than `staleness` updates were made in between, by other workers or by other blocks, all of them are dropped and stale_counter goes up by one.</source>
        <translation>옵티마이저를 감쌉니다. 기울기를 계산하기 전에 전역 단계를 적어 두고 적용할 때 견줍니다. 그사이 다른 워커나 다른 블록이 `staleness`번보다 많이 갱신했으면 모두 버리고 stale_counter가 하나 올라갑니다.</translation>
    </message>
    <message>
        <source>The variable that counts updates.</source>
        <translation>갱신을 세는 변수.</translation>
    </message>
    <message>
        <source>The first half of a training step: gradients of the loss by variables. Wire `gradients` and the same optimizer to ApplyGradients.</source>
        <translation>학습 단계의 앞 절반: 변수에 대한 손실의 기울기. `gradients`와 같은 옵티마이저를 ApplyGradients에 연결하세요.</translation>
    </message>
    <message>
        <source>What to minimise.</source>
        <translation>최소화할 것.</translation>
    </message>
    <message>
        <source>The variables to train: their ref or handle. All floating point variables that the loss depends on where nothing is wired.</source>
        <translation>학습할 변수: ref나 핸들. 연결하지 않으면 손실이 의존하는 모든 부동소수점 변수.</translation>
    </message>
    <message>
        <source>The derivative of something else by the loss, where the loss is not the end; 1 where nothing is given.</source>
        <translation>손실이 끝이 아닐 때, 다른 것을 손실로 미분한 값. 주지 않으면 1.</translation>
    </message>
    <message>
        <source>The gradients with their variables, to ApplyGradients.</source>
        <translation>기울기와 그 변수, ApplyGradients로.</translation>
    </message>
    <message>
        <source>The gradients, in the order of the variables: grads[0], grads[1] and so on.</source>
        <translation>변수의 차례로 된 기울기: grads[0], grads[1] 등.</translation>
    </message>
    <message>
        <source>GATE_NONE: gradients are used as they come. GATE_OP: all those of an op are computed before any is used. GATE_GRAPH: all are computed before any is used.</source>
        <translation>GATE_NONE: 나오는 대로 씁니다. GATE_OP: 한 op의 기울기를 모두 계산한 뒤에 씁니다. GATE_GRAPH: 모두 계산한 뒤에 씁니다.</translation>
    </message>
    <message>
        <source>How gradients that meet are added up.</source>
        <translation>만나는 기울기를 어떻게 더할지.</translation>
    </message>
    <message>
        <source>Place gradients on the devices of the ops that they belong to.</source>
        <translation>기울기를 그것이 속한 op의 장치에 둡니다.</translation>
    </message>
    <message>
        <source>The second half of a training step: updates the variables by their gradients. Use the optimizer that computed them.</source>
        <translation>학습 단계의 뒤 절반: 기울기로 변수를 갱신합니다. 기울기를 계산한 옵티마이저를 쓰세요.</translation>
    </message>
    <message>
        <source>The gradients with their variables, from ComputeGradients.</source>
        <translation>ComputeGradients에서 온 기울기와 그 변수.</translation>
    </message>
    <message>
        <source>A variable that is counted up by one after the update.</source>
        <translation>갱신한 뒤 하나 올라가는 변수.</translation>
    </message>
    <message>
        <source>Gradients to apply instead, such as clipped ones: one for each variable, in their order.</source>
        <translation>대신 적용할 기울기, 예를 들어 잘라 낸 것. 변수마다 하나씩 그 차례로.</translation>
    </message>
    <message>
        <source>The update: wire it to run_outputs of a Session.</source>
        <translation>갱신: Session의 run_outputs에 연결하세요.</translation>
    </message>
    <message>
        <source>A training step: ComputeGradients and ApplyGradients in one block.</source>
        <translation>학습 단계: ComputeGradients와 ApplyGradients를 한 블록으로.</translation>
    </message>
    <message>
        <source>The shape of its input as it is known before the page runs: a constant, which needs nothing fed. So the shapes of a layer&apos;s weights follow from what is wired to the layer.</source>
        <translation>페이지를 실행하기 전에 알려진 입력의 shape: 값을 공급받지 않아도 되는 상수입니다. 그래서 층의 가중치의 shape이 층에 연결된 것에서 정해집니다.</translation>
    </message>
    <message>
        <source>Whose shape is wanted.</source>
        <translation>shape을 알고 싶은 것.</translation>
    </message>
    <message>
        <source>The sizes of the dimensions, in the order of axes: one number each.</source>
        <translation>axes의 차례대로 차원의 크기: 차원마다 수 하나.</translation>
    </message>
    <message>
        <source>The type of the elements: it follows from the wire.</source>
        <translation>요소의 유형: 와이어에서 정해집니다.</translation>
    </message>
    <message>
        <source>Which dimensions; -1 is the last one. All of them where none is named.</source>
        <translation>어느 차원인지. -1은 마지막입니다. 주지 않으면 모두.</translation>
    </message>
    <message>
        <source>An activation by its name, so that it can be a parameter of a page: the op of that name, or the two or three that it is made of.</source>
        <translation>페이지의 매개변수가 될 수 있도록 이름으로 고르는 활성화 함수: 그 이름의 연산, 또는 그것을 이루는 두세 연산.</translation>
    </message>
    <message>
        <source>Of any shape.</source>
        <translation>어떤 모양이든.</translation>
    </message>
    <message>
        <source>As x.</source>
        <translation>x와 같음.</translation>
    </message>
    <message>
        <source>Which one, by the name that Keras has for it; linear leaves x as it is.</source>
        <translation>어느 것인지, Keras의 이름으로. linear는 x를 그대로 둡니다.</translation>
    </message>
    <message>
        <source>An input of this page where another page uses it, as a block or as a function. Its id is the name of the pin there. A page that is run by itself has it fed, or takes its default.</source>
        <translation>다른 페이지가 이 페이지를 블록이나 함수로 쓸 때의 입력. id가 거기서 핀의 이름이 됩니다. 페이지만 실행하면 값을 공급받거나 기본값을 씁니다.</translation>
    </message>
    <message>
        <source>What is given for it.</source>
        <translation>주어지는 것.</translation>
    </message>
    <message>
        <source>The type of the elements; =NAME for that of a parameter of the page. That of what is wired to it, unless given.</source>
        <translation>요소의 유형. 페이지의 매개변수로 정하려면 =NAME. 주지 않으면 연결된 것의 유형.</translation>
    </message>
    <message>
        <source>The shape, as far as it is known.</source>
        <translation>알려진 만큼의 shape.</translation>
    </message>
    <message>
        <source>Its place among the inputs: those of the same index are in the order of their ids.</source>
        <translation>입력 가운데 차례: index가 같으면 id 차례입니다.</translation>
    </message>
    <message>
        <source>What it is, for those who use the page.</source>
        <translation>페이지를 쓰는 사람에게 보이는 설명.</translation>
    </message>
    <message>
        <source>Its value where nothing is given.</source>
        <translation>주지 않을 때의 값.</translation>
    </message>
    <message>
        <source>An output of this page where another page uses it, as a block or as a function. Its id is the name of the pin there.</source>
        <translation>다른 페이지가 이 페이지를 블록이나 함수로 쓸 때의 출력. id가 거기서 핀의 이름이 됩니다.</translation>
    </message>
    <message>
        <source>What the page gives.</source>
        <translation>페이지가 내보내는 것.</translation>
    </message>
    <message>
        <source>The same.</source>
        <translation>같은 것.</translation>
    </message>
    <message>
        <source>The type of the elements; =NAME for that of a parameter of the page. That of its input, unless given.</source>
        <translation>요소의 유형. 페이지의 매개변수로 정하려면 =NAME. 주지 않으면 입력의 유형.</translation>
    </message>
    <message>
        <source>Its place among the outputs: those of the same index are in the order of their ids.</source>
        <translation>출력 가운데 차례: index가 같으면 id 차례입니다.</translation>
    </message>
    <message>
        <source>What is typed for each block that is an instance of this page. On the page, a value =NAME stands for it, NAME being its id, and =[2*NAME, 3] is computed from it.</source>
        <translation>이 페이지의 인스턴스인 블록마다 입력하는 것. 페이지에서는 값 =NAME이 그것을 나타내며 NAME은 id입니다. =[2*NAME, 3]은 그것으로 계산합니다.</translation>
    </message>
    <message>
        <source>What may be typed for it; func is a page.</source>
        <translation>입력할 수 있는 것. func은 페이지입니다.</translation>
    </message>
    <message>
        <source>Its value where none is typed. Without one, it has to be typed for each instance.</source>
        <translation>입력하지 않을 때의 값. 없으면 인스턴스마다 입력해야 합니다.</translation>
    </message>
    <message>
        <source>The unit of its value, for those who type it.</source>
        <translation>값을 입력하는 사람에게 보이는 값의 단위.</translation>
    </message>
    <message>
        <source>Its place among the parameters.</source>
        <translation>매개변수 가운데 차례.</translation>
    </message>
    <message>
        <source>Shows one number of an output, large, with a line chart of its values over the steps. It lives on the canvas: it is not part of the graph, costs nothing in a run without a window, and keeps nothing alive.</source>
        <translation>출력의 수 하나를 크게, 단계에 따른 값의 선 차트와 함께 보입니다. 캔버스에 있으며 그래프에 속하지 않고, 창 없이 실행하면 아무 부담이 없으며, 아무것도 붙잡아 두지 않습니다.</translation>
    </message>
    <message>
        <source>The output to show.</source>
        <translation>보일 출력.</translation>
    </message>
    <message>
        <source>Which element, one number for each dimension; the first where none is given.</source>
        <translation>어느 요소인지, 차원마다 수 하나. 주지 않으면 첫째.</translation>
    </message>
    <message>
        <source>What stands above the number; the id of the block where nothing is given.</source>
        <translation>수 위에 쓰이는 것. 주지 않으면 블록의 id.</translation>
    </message>
    <message>
        <source>What stands behind the number.</source>
        <translation>수 뒤에 쓰이는 것.</translation>
    </message>
    <message>
        <source>The lower end of the scale; follows the values where none is given.</source>
        <translation>눈금의 아래 끝. 주지 않으면 값을 따릅니다.</translation>
    </message>
    <message>
        <source>The upper end of the scale; follows the values where none is given.</source>
        <translation>눈금의 위 끝. 주지 않으면 값을 따릅니다.</translation>
    </message>
    <message>
        <source>Whether equal distances are equal ratios: how losses fall is seen so. Values of 0 and below are gaps then.</source>
        <translation>같은 거리가 같은 비율인지 여부: 손실이 내려가는 모습이 잘 보입니다. 0 이하의 값은 빈 곳이 됩니다.</translation>
    </message>
    <message>
        <source>Whether what was recorded before the last reset is there, too, pale.</source>
        <translation>지난 초기화 전에 기록된 것도 흐리게 보일지 여부.</translation>
    </message>
    <message>
        <source>How many seconds of running the chart reaches back; everything since the last reset where 0 is given.</source>
        <translation>차트가 실행 시간을 몇 초까지 거슬러 가는지. 0이면 지난 초기화 뒤 모두.</translation>
    </message>
    <message>
        <source>The colour of the line.</source>
        <translation>선의 색.</translation>
    </message>
    <message>
        <source>Whether it moves with the block that it shows, and is deleted with it: what is pinned does.</source>
        <translation>보이는 블록과 함께 움직이고 함께 삭제되는지 여부: 고정한 것이 그렇습니다.</translation>
    </message>
    <message>
        <source>How many times gradients were dropped, in the variable stale_counter. It is shown as it is after the step.</source>
        <translation>그래디언트를 버린 횟수이며 변수 stale_counter에 있습니다. 스텝 뒤의 값이 표시됩니다.</translation>
    </message>
    <message>
        <source>&quot;Gradient staleness percentage&quot;: the stale counter divided by the global step plus 1, as a summary for MergeSummary or a summary writer.</source>
        <translation>“Gradient staleness percentage”: 카운터를 전역 스텝 더하기 1로 나눈 값으로, MergeSummary나 요약 작성기를 위한 요약입니다.</translation>
    </message>
    <message>
        <source>In pixels.</source>
        <translation>픽셀 단위.</translation>
    </message>
    <message>
        <source>What stands below the first row.</source>
        <translation>첫 행 아래에 쓰이는 수.</translation>
    </message>
    <message>
        <source>What the rows are; their index where nothing is given.</source>
        <translation>행이 무엇인지. 없으면 인덱스.</translation>
    </message>
    <message>
        <source>Which element of each output, such as [0][1]; the first where none is given. Further ones are of the last output.</source>
        <translation>출력마다 어느 요소인지, 예를 들면 [0][1]. 주지 않으면 첫째. 더 주면 마지막 출력의 요소입니다.</translation>
    </message>
    <message>
        <source>Shows one number of an output. It lives on the canvas: it is not part of the graph.</source>
        <translation>출력의 수 하나를 보입니다. 캔버스에 있으며 그래프에 속하지 않습니다.</translation>
    </message>
    <message>
        <source>How the number is written, such as %.3f or %d.</source>
        <translation>수를 쓰는 방식, 예: %.3f, %d.</translation>
    </message>
    <message>
        <source>The height of the number in pixels.</source>
        <translation>수의 높이, 픽셀 단위.</translation>
    </message>
    <message>
        <source>The colour of the number.</source>
        <translation>수의 색.</translation>
    </message>
    <message>
        <source>In pixels; as wide as the number needs where none is given.</source>
        <translation>픽셀 단위. 주지 않으면 수에 필요한 만큼.</translation>
    </message>
    <message>
        <source>In pixels; as high as the number needs where none is given.</source>
        <translation>픽셀 단위. 주지 않으면 수에 필요한 만큼.</translation>
    </message>
    <message>
        <source>Takes an output apart for other monitors: elements[0] is its first element, elements[1] the second, and so on, row by row. It lives on the canvas: it is not part of the graph, so only monitors can be wired to it.</source>
        <translation>다른 모니터를 위해 출력을 나눕니다. elements[0]은 첫째 요소, elements[1]은 둘째 요소이며 행마다 이어집니다. 캔버스에 있으며 그래프에 속하지 않으므로 모니터만 연결할 수 있습니다.</translation>
    </message>
    <message>
        <source>The output to take apart.</source>
        <translation>나눌 출력.</translation>
    </message>
    <message>
        <source>Its elements, to monitors.</source>
        <translation>요소, 모니터로.</translation>
    </message>
    <message>
        <source>In pixels; as high as its elements need where none is given.</source>
        <translation>픽셀 단위. 주지 않으면 요소에 필요한 만큼.</translation>
    </message>
    <message>
        <source>A chart of several numbers over the steps, one line for each wire into `series`. It lives on the canvas: it is not part of the graph.</source>
        <translation>단계에 따른 여러 수의 차트. `series`에 들어오는 와이어마다 선 하나. 캔버스에 있으며 그래프에 속하지 않습니다.</translation>
    </message>
    <message>
        <source>The outputs to show, one line each.</source>
        <translation>보일 출력, 하나에 선 하나.</translation>
    </message>
    <message>
        <source>What stands above the chart.</source>
        <translation>차트 위에 쓰이는 것.</translation>
    </message>
    <message>
        <source>The name of each line in the legend; that of its output where none is given.</source>
        <translation>범례에서 선마다의 이름. 주지 않으면 출력의 이름.</translation>
    </message>
    <message>
        <source>The colour of each line.</source>
        <translation>선마다의 색.</translation>
    </message>
    <message>
        <source>Shows a matrix as colours: an image, weights, a table of probabilities. It lives on the canvas: it is not part of the graph.</source>
        <translation>행렬을 색으로 보입니다: 이미지, 가중치, 확률표. 캔버스에 있으며 그래프에 속하지 않습니다.</translation>
    </message>
    <message>
        <source>The name of each line in the legend: only these are shown. Without any all are, and no legend.</source>
        <translation>범례에서 각 선의 이름: 이 선들만 보입니다. 이름이 없으면 모두 보이고 범례는 없습니다.</translation>
    </message>
    <message>
        <source>The leading indices: [3] shows the fourth row of the output, as rows times columns.</source>
        <translation>앞쪽 인덱스: [3]이면 출력의 넷째 행을 행과 열로 보입니다.</translation>
    </message>
    <message>
        <source>How many rows; those of the output where 0 is given.</source>
        <translation>행의 수. 0이면 출력의 행 수.</translation>
    </message>
    <message>
        <source>How many columns; those of the output where 0 is given.</source>
        <translation>열의 수. 0이면 출력의 열 수.</translation>
    </message>
    <message>
        <source>The value of the first colour; the least value where none is given.</source>
        <translation>첫 색의 값. 주지 않으면 가장 작은 값.</translation>
    </message>
    <message>
        <source>The value of the last colour; the greatest value where none is given.</source>
        <translation>마지막 색의 값. 주지 않으면 가장 큰 값.</translation>
    </message>
    <message>
        <source>The colours from the least to the greatest value.</source>
        <translation>가장 작은 값에서 가장 큰 값까지의 색.</translation>
    </message>
    <message>
        <source>In degrees, clockwise: images that are stored by columns stand upright at 90.</source>
        <translation>시계 방향 각도: 열로 저장된 이미지는 90에서 똑바로 섭니다.</translation>
    </message>
    <message>
        <source>Shows the elements of an output, of any dtype, as a table; a single text as it is written. It lives on the canvas: it is not part of the graph.</source>
        <translation>모든 dtype의 출력의 요소를 표로 보입니다. 텍스트 하나는 쓰인 그대로. 캔버스에 있으며 그래프에 속하지 않습니다.</translation>
    </message>
    <message>
        <source>The leading indices: [3] shows the part with the index 3 of the first axis; 0 for each that is not given.</source>
        <translation>앞쪽 인덱스: [3]이면 첫 축에서 인덱스 3인 부분을 보입니다. 주지 않은 것은 0.</translation>
    </message>
    <message>
        <source>What stands above it; the name of the output where nothing is given.</source>
        <translation>위에 쓰이는 것. 주지 않으면 출력의 이름.</translation>
    </message>
    <message>
        <source>Shows the rows of an output as lines over their index, one for each column. It lives on the canvas: it is not part of the graph.</source>
        <translation>출력의 행을 인덱스에 따른 선으로 보입니다. 열마다 선 하나. 캔버스에 있으며 그래프에 속하지 않습니다.</translation>
    </message>
    <message>
        <source>Shows an output as an image: grey, or in colours where its last axis holds 2 to 4 channels. It lives on the canvas: it is not part of the graph.</source>
        <translation>출력을 이미지로 보입니다: 회색, 또는 마지막 축에 채널이 2~4개면 색으로. 캔버스에 있으며 그래프에 속하지 않습니다.</translation>
    </message>
    <message>
        <source>The channel that is shown; -1: all, up to 4 as colours, more as tiles.</source>
        <translation>보일 채널. -1: 모두. 4개까지는 색으로, 더 많으면 타일로.</translation>
    </message>
    <message>
        <source>What is black; 0, or the least value where some are below 0 or above 1.</source>
        <translation>검은색이 되는 값. 0, 또는 0보다 작거나 1보다 큰 값이 있으면 가장 작은 값.</translation>
    </message>
    <message>
        <source>What is white; 1 (255 of bytes), or the greatest value where some are below 0 or above 1.</source>
        <translation>흰색이 되는 값. 1(바이트는 255), 또는 0보다 작거나 1보다 큰 값이 있으면 가장 큰 값.</translation>
    </message>
    <message>
        <source>Shows how often the values of an output occur. It lives on the canvas: it is not part of the graph.</source>
        <translation>출력의 값이 얼마나 자주 나오는지 보입니다. 캔버스에 있으며 그래프에 속하지 않습니다.</translation>
    </message>
    <message>
        <source>Take {} out of the frame</source>
        <translation>{}을(를) 프레임에서 빼기</translation>
    </message>
    <message>
        <source>Move Gradients and wired initial values out of the loop</source>
        <translation>Gradients와 연결된 초깃값을 반복 밖으로 옮기세요</translation>
    </message>
    <message>
        <source>ys does not depend on xs[{}] ({}) by differentiable ops</source>
        <translation>ys가 xs[{}]({})에 미분 가능한 op으로 이어져 있지 않습니다</translation>
    </message>
    <message>
        <source>{} depends on the loop that begins at {}: TensorFlow cannot differentiate through it</source>
        <translation>{}은(는) {}에서 시작하는 반복에 따라 정해집니다. TensorFlow는 이를 미분할 수 없습니다</translation>
    </message>
    <message>
        <source>{} has {} elements: there is no {}</source>
        <translation>{}의 요소는 {}개입니다. {}번은 없습니다</translation>
    </message>
    <message>
        <source>{} has the shape {}: there is no element {}</source>
        <translation>{}의 shape은 {}입니다. 요소 {}은(는) 없습니다</translation>
    </message>
    <message>
        <source>Give the variable an initial value (a Variable block has initvalues), or run its Assign before it is read</source>
        <translation>변수에 초깃값을 주거나(Variable 블록의 initvalues) 읽기 전에 Assign을 실행하세요</translation>
    </message>
    <message>
        <source>This machine has no device that runs the op with these types: choose another op, dtype or device</source>
        <translation>이 컴퓨터에는 이 유형으로 op을 실행할 장치가 없습니다. 다른 op, dtype, 장치를 고르세요</translation>
    </message>
    <message>
        <source>Check the shapes that reach the block: a Reshape, a transpose attr or another value makes them agree</source>
        <translation>블록에 들어오는 shape을 확인하세요. Reshape, transpose 속성, 다른 값으로 맞출 수 있습니다</translation>
    </message>
    <message>
        <source>The input is used up: enqueue more, or stop before it ends</source>
        <translation>입력을 다 썼습니다. 큐에 더 넣거나 끝나기 전에 멈추세요</translation>
    </message>
    <message>
        <source>Check the permissions of the file</source>
        <translation>파일의 권한을 확인하세요</translation>
    </message>
    <message>
        <source>The tensors do not fit into memory: use smaller shapes</source>
        <translation>텐서가 메모리에 들어가지 않습니다. 더 작은 shape을 쓰세요</translation>
    </message>
    <message>
        <source>Choose another dtype, or insert a Cast</source>
        <translation>다른 dtype을 고르거나 Cast를 끼워 넣으세요</translation>
    </message>
    <message>
        <source>the installed TensorFlow does not have this op</source>
        <translation>설치된 TensorFlow에 이 op이 없습니다</translation>
    </message>
    <message>
        <source>Choose another block type</source>
        <translation>다른 블록 유형을 고르세요</translation>
    </message>
    <message>
        <source>Check what is wired to the block and its attributes</source>
        <translation>블록에 연결된 것과 속성을 확인하세요</translation>
    </message>
    <message>
        <source>no value is fed to this placeholder</source>
        <translation>이 placeholder에 공급된 값이 없습니다</translation>
    </message>
    <message>
        <source>the variable is read before it has a value</source>
        <translation>변수에 값이 있기 전에 읽습니다</translation>
    </message>
    <message>
        <source>Check the values that reach the block</source>
        <translation>블록에 들어오는 값을 확인하세요</translation>
    </message>
    <message>
        <source>the {}</source>
        <translation>{}</translation>
    </message>
    <message>
        <source>the handle of {}</source>
        <translation>{}의 핸들</translation>
    </message>
    <message>
        <source>inside loop</source>
        <translation>반복 안</translation>
    </message>
    <message>
        <source>may have no value</source>
        <translation>값이 없을 수 있음</translation>
    </message>
    <message>
        <source>its shape is {}, but the placeholder&apos;s is {}</source>
        <translation>shape이 {}인데 placeholder의 shape은 {}입니다</translation>
    </message>
    <message>
        <source>cannot be fed: {}</source>
        <translation>값을 공급할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>Feed a {} of shape {}</source>
        <translation>shape {1}의 {0} 값을 공급하세요</translation>
    </message>
    <message>
        <source>no element {}</source>
        <translation>요소 {} 없음</translation>
    </message>
    <message>
        <source>Wire the ref of a Variable, or the handle of a ResourceVariable</source>
        <translation>Variable의 ref나 ResourceVariable의 핸들을 연결하세요</translation>
    </message>
    <message>
        <source> around {}</source>
        <translation> ({}을(를) 감쌈)</translation>
    </message>
    <message>
        <source>{} optimizer{}</source>
        <translation>옵티마이저 {}{}</translation>
    </message>
    <message>
        <source>gradients by {}</source>
        <translation>{}에 대한 기울기</translation>
    </message>
    <message>
        <source>{} is one number, not {}</source>
        <translation>{}은(는) 수 하나입니다. {}은(는) 안 됩니다</translation>
    </message>
    <message>
        <source>Type a number, or wire a scalar</source>
        <translation>수를 입력하거나 스칼라를 연결하세요</translation>
    </message>
    <message>
        <source>global_step is a variable that is counted up: it cannot be typed in</source>
        <translation>global_step은 세어 올리는 변수라서 입력할 수 없습니다</translation>
    </message>
    <message>
        <source>Set dtype of {} to DT_INT64</source>
        <translation>{}의 dtype을 DT_INT64로 하세요</translation>
    </message>
    <message>
        <source>{} gradients are wired to grads, but gradients has {}: {}</source>
        <translation>grads에 기울기 {}개가 연결되었는데 gradients에는 {}개가 있습니다: {}</translation>
    </message>
    <message>
        <source>Wire one for each variable, in this order</source>
        <translation>변수마다 하나씩 이 차례로 연결하세요</translation>
    </message>
    <message>
        <source>loss must be wired: a typed-in value depends on no variable</source>
        <translation>loss는 연결해야 합니다. 입력한 값은 어떤 변수에도 따르지 않습니다</translation>
    </message>
    <message>
        <source>Wire the output to minimize</source>
        <translation>최소화할 출력을 연결하세요</translation>
    </message>
    <message>
        <source>loss does not depend on {} by ops that can be differentiated</source>
        <translation>loss가 {}에 미분 가능한 op으로 이어져 있지 않습니다</translation>
    </message>
    <message>
        <source>loss depends on no variable that can be trained</source>
        <translation>loss가 학습할 수 있는 변수에 이어져 있지 않습니다</translation>
    </message>
    <message>
        <source>Wire a variable of dtype DT_INT64 to global_step</source>
        <translation>dtype이 DT_INT64인 변수를 global_step에 연결하세요</translation>
    </message>
    <message>
        <source>tokens of the chief</source>
        <translation>치프의 토큰</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>기울기</translation>
    </message>
    <message>
        <source>complete elements</source>
        <translation>완성된 요소</translation>
    </message>
    <message>
        <source>file names</source>
        <translation>파일 이름</translation>
    </message>
    <message>
        <source>staged elements</source>
        <translation>넣어 둔 요소</translation>
    </message>
    <message>
        <source>full: {} of {} {}</source>
        <translation>가득 참: {2} {1}개 중 {0}개</translation>
    </message>
    <message>
        <source>{} of {} {}</source>
        <translation>{2} {1}개 중 {0}개</translation>
    </message>
    <message>
        <source>an attr of type {} cannot be typed in</source>
        <translation>{} 유형의 속성은 입력할 수 없습니다</translation>
    </message>
    <message>
        <source>it does not answer within {:g} s</source>
        <translation>{:g}초 안에 응답하지 않습니다</translation>
    </message>
    <message>
        <source>nothing listens there</source>
        <translation>그 주소에서 기다리는 것이 없습니다</translation>
    </message>
    <message>
        <source>the host name {} is unknown</source>
        <translation>호스트 이름 {}을(를) 알 수 없습니다</translation>
    </message>
    <message>
        <source>the task {}</source>
        <translation>태스크 {}</translation>
    </message>
    <message>
        <source>the target grpc://{}</source>
        <translation>대상 grpc://{}</translation>
    </message>
    <message>
        <source>{} was lost during the run: {}</source>
        <translation>실행 중에 {}을(를) 잃었습니다: {}</translation>
    </message>
    <message>
        <source>{} cannot be reached: {}</source>
        <translation>{}에 연결할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>it does not answer as a TensorFlow server ({})</source>
        <translation>TensorFlow 서버로 응답하지 않습니다({})</translation>
    </message>
    <message>
        <source>it is placed on {}, but the cluster of {} has no such task</source>
        <translation>{}에 두었는데 {}의 클러스터에 그런 태스크가 없습니다</translation>
    </message>
    <message>
        <source>This run initialises its variables</source>
        <translation>이 실행이 변수를 초기화합니다</translation>
    </message>
    <message>
        <source>not initialised</source>
        <translation>초기화 안 됨</translation>
    </message>
    <message>
        <source>{} is {}</source>
        <translation>{}: {}</translation>
    </message>
    <message>
        <source>{}, {}</source>
        <translation>{}, {}</translation>
    </message>
    <message>
        <source>{}, ...</source>
        <translation>{}, ...</translation>
    </message>
    <message>
        <source>each row of {} has {} values</source>
        <translation>{}의 행마다 값이 {}개</translation>
    </message>
    <message>
        <source>each column of {} has {} values</source>
        <translation>{}의 열마다 값이 {}개</translation>
    </message>
    <message>
        <source>each column of {} has {}</source>
        <translation>{}의 열마다 {}개</translation>
    </message>
    <message>
        <source>each row of {} has {}</source>
        <translation>{}의 행마다 {}개</translation>
    </message>
    <message>
        <source>{}: {}, {}; they must be equal</source>
        <translation>{}: {}, {}입니다. 두 수가 같아야 합니다</translation>
    </message>
    <message>
        <source>{}: bias needs one value for each of the {} channels of {}</source>
        <translation>{0}: {2}의 채널 {1}개마다 bias 값이 하나씩 있어야 합니다</translation>
    </message>
    <message>
        <source>Give bias as many values as {} has channels</source>
        <translation>bias에 {}의 채널 수만큼 값을 주세요</translation>
    </message>
    <message>
        <source>{}: there must be one label for each row of features</source>
        <translation>{}: features의 행마다 레이블이 하나씩 있어야 합니다</translation>
    </message>
    <message>
        <source>Wire labels with one class number for each row</source>
        <translation>행마다 클래스 번호가 하나인 labels를 연결하세요</translation>
    </message>
    <message>
        <source>{}: each row of labels must have as many values as one of features</source>
        <translation>{}: labels의 행마다 값의 수가 features의 행과 같아야 합니다</translation>
    </message>
    <message>
        <source>Make them fit: a Transpose, ExpandDims or Reshape in a wire, or another value</source>
        <translation>맞추세요. 와이어에 Transpose, ExpandDims, Reshape을 넣거나 다른 값을 쓰세요</translation>
    </message>
    <message>
        <source>{}: {} and {} must be equal</source>
        <translation>{}: {}와(과) {}이(가) 같아야 합니다</translation>
    </message>
    <message>
        <source>{}: all sizes but the one along the axis must be equal; {} and {} are not</source>
        <translation>{}: 축을 뺀 모든 크기가 같아야 하는데 {}와(과) {}은(는) 그렇지 않습니다</translation>
    </message>
    <message>
        <source>Concatenate along the axis in which they differ</source>
        <translation>서로 다른 축을 따라 이어 붙이세요</translation>
    </message>
    <message>
        <source>{}: all must have the same shape</source>
        <translation>{}: 모두 shape이 같아야 합니다</translation>
    </message>
    <message>
        <source>Wire outputs of one shape, or put a Reshape in a wire</source>
        <translation>shape이 같은 출력을 연결하거나 와이어에 Reshape을 넣으세요</translation>
    </message>
    <message>
        <source>Wire outputs of one shape, or put a Transpose or Reshape in a wire</source>
        <translation>shape이 같은 출력을 연결하거나 와이어에 Transpose나 Reshape을 넣으세요</translation>
    </message>
    <message>
        <source>a single number (rank 0)</source>
        <translation>수 하나(rank 0)</translation>
    </message>
    <message>
        <source>a list (rank 1)</source>
        <translation>목록(rank 1)</translation>
    </message>
    <message>
        <source>a matrix (rank 2)</source>
        <translation>행렬(rank 2)</translation>
    </message>
    <message>
        <source>of rank {}</source>
        <translation>rank {}</translation>
    </message>
    <message>
        <source>{}: {} needs one number for each of the {} axes of {}</source>
        <translation>{0}: {3}의 축 {2}개마다 {1}에 수가 하나씩 있어야 합니다</translation>
    </message>
    <message>
        <source>Give {} {} numbers</source>
        <translation>{}에 수 {}개를 주세요</translation>
    </message>
    <message>
        <source>Put an ExpandDims or Reshape into its wire, or wire another output</source>
        <translation>와이어에 ExpandDims나 Reshape을 넣거나 다른 출력을 연결하세요</translation>
    </message>
    <message>
        <source>Put a Squeeze or Reshape into its wire, or wire another output</source>
        <translation>와이어에 Squeeze나 Reshape을 넣거나 다른 출력을 연결하세요</translation>
    </message>
    <message>
        <source>{}: all must have the same number of dimensions</source>
        <translation>{}: 모두 차원의 수가 같아야 합니다</translation>
    </message>
    <message>
        <source>axis {} does not exist: {}</source>
        <translation>축 {}이(가) 없습니다: {}</translation>
    </message>
    <message>
        <source>must have rank {} or more</source>
        <translation>rank가 {} 이상이어야 합니다</translation>
    </message>
    <message>
        <source>must be {}</source>
        <translation>{}이어야 합니다</translation>
    </message>
    <message>
        <source>{}, rank {}, and {}</source>
        <translation>{}, rank {}, {}</translation>
    </message>
    <message>
        <source>{}, rank {}, and must have rank 4: batch, height, width, channels</source>
        <translation>{}, rank {}인데 rank 4여야 합니다: 배치, 높이, 너비, 채널</translation>
    </message>
    <message>
        <source>Put an ExpandDims or Reshape into a wire, or wire outputs of one shape</source>
        <translation>와이어에 ExpandDims나 Reshape을 넣거나 shape이 같은 출력을 연결하세요</translation>
    </message>
    <message>
        <source>Give {} {} as its third size, or wire an input of {} channels</source>
        <translation>{}의 셋째 크기를 {}(으)로 하거나 채널이 {}개인 input을 연결하세요</translation>
    </message>
    <message>
        <source>{}: a window of {} does not fit into a size of {}</source>
        <translation>{}: 창 {}이(가) 크기 {}에 들어가지 않습니다</translation>
    </message>
    <message>
        <source>Write {}, for example</source>
        <translation>예를 들어 {}(이)라고 쓰세요</translation>
    </message>
    <message>
        <source>{}, so perm needs {} axes and has {}</source>
        <translation>{}이므로 perm에 축이 {}개 있어야 하는데 {}개입니다</translation>
    </message>
    <message>
        <source>Name each axis of {} once, in the new order</source>
        <translation>{}의 축을 새 차례로 한 번씩 쓰세요</translation>
    </message>
    <message>
        <source>{}: axis {} has size {}, and only axes of size 1 can be squeezed</source>
        <translation>{}: 축 {}의 크기가 {}인데 크기가 1인 축만 없앨 수 있습니다</translation>
    </message>
    <message>
        <source>{}: a size of {} cannot be split into {} equal parts</source>
        <translation>{}: 크기 {}은(는) {}등분할 수 없습니다</translation>
    </message>
    <message>
        <source>a tensor of rank {} needs {} indices, not {}</source>
        <translation>rank {}인 텐서에는 인덱스가 {}개 있어야 하는데 {}개입니다</translation>
    </message>
    <message>
        <source>{} is not within 0 .. {}</source>
        <translation>{}은(는) 0 .. {} 안에 없습니다</translation>
    </message>
    <message>
        <source>no block of the page says what the embedding tables are</source>
        <translation>임베딩 테이블이 무엇인지 알려 주는 블록이 페이지에 없습니다</translation>
    </message>
    <message>
        <source>Add a ConfigureTPUEmbedding block and type its config: the TPUEmbeddingConfiguration as protobuf text</source>
        <translation>ConfigureTPUEmbedding 블록을 추가하고 config를 입력하세요. protobuf 텍스트로 된 TPUEmbeddingConfiguration입니다</translation>
    </message>
    <message>
        <source>the config cannot be read: {}</source>
        <translation>config를 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>it differs from that of {}, and a TPU has one configuration</source>
        <translation>{}의 것과 다른데 TPU의 설정은 하나입니다</translation>
    </message>
    <message>
        <source>Type @{} to use the same</source>
        <translation>같은 것을 쓰려면 @{}을(를) 입력하세요</translation>
    </message>
    <message>
        <source>{} is {}, but the config has {}</source>
        <translation>{}이(가) {}인데 config에는 {}가 있습니다</translation>
    </message>
    <message>
        <source>Type {}</source>
        <translation>{}을(를) 입력하세요</translation>
    </message>
    <message>
        <source>Wire one gradient for each of them, in this order, to {}</source>
        <translation>하나마다 기울기 하나를 이 차례로 {}에 연결하세요</translation>
    </message>
    <message>
        <source>no learning rates</source>
        <translation>학습률 없음</translation>
    </message>
    <message>
        <source>Wire one scalar for each tag, in the order of the tags</source>
        <translation>태그마다 스칼라 하나를 태그의 차례로 연결하세요</translation>
    </message>
    <message>
        <source>Wire none: all learning rates are constant</source>
        <translation>연결하지 마세요. 학습률이 모두 상수입니다</translation>
    </message>
    <message>
        <source>the mode is INFERENCE: the tables are not updated</source>
        <translation>모드가 INFERENCE라서 테이블이 갱신되지 않습니다</translation>
    </message>
    <message>
        <source>Write mode: TRAINING</source>
        <translation>mode: TRAINING이라고 쓰세요</translation>
    </message>
    <message>
        <source>Make it {}</source>
        <translation>{}(으)로 하세요</translation>
    </message>
    <message>
        <source>Use sum, mean or sqrtn</source>
        <translation>sum, mean, sqrtn 가운데 하나를 쓰세요</translation>
    </message>
    <message>
        <source>{} for {}</source>
        <translation>{1}에 {0}</translation>
    </message>
    <message>
        <source>Type one for each table, or none: they then sum</source>
        <translation>테이블마다 하나씩 입력하거나 아무것도 입력하지 마세요. 그러면 합을 냅니다</translation>
    </message>
    <message>
        <source>there is no table {}: the config has {}</source>
        <translation>테이블 {}이(가) 없습니다. config에는 {}개 있습니다</translation>
    </message>
    <message>
        <source>Use 0 to {}</source>
        <translation>0에서 {}까지 쓰세요</translation>
    </message>
    <message>
        <source>no table ids</source>
        <translation>테이블 id 없음</translation>
    </message>
    <message>
        <source>Type one for each feature</source>
        <translation>특성마다 하나씩 입력하세요</translation>
    </message>
    <message>
        <source>Use unspecified, inference, training or backward_pass_only</source>
        <translation>unspecified, inference, training, backward_pass_only 가운데 하나를 쓰세요</translation>
    </message>
    <message>
        <source>both table_name and table_id are given</source>
        <translation>table_name과 table_id가 둘 다 있습니다</translation>
    </message>
    <message>
        <source>no table is named</source>
        <translation>지정한 테이블이 없습니다</translation>
    </message>
    <message>
        <source>Give one of them. The tables are: {}</source>
        <translation>둘 가운데 하나만 주세요. 있는 테이블: {}</translation>
    </message>
    <message>
        <source>there is no table {}</source>
        <translation>테이블 {}이(가) 없습니다</translation>
    </message>
    <message>
        <source>The tables of the config are: {}</source>
        <translation>config의 테이블: {}</translation>
    </message>
    <message>
        <source>table {} has the optimizer {}, and this block is for another</source>
        <translation>테이블 {}의 옵티마이저는 {}인데 이 블록은 다른 옵티마이저용입니다</translation>
    </message>
    <message>
        <source>num_shards is {}</source>
        <translation>num_shards가 {}입니다</translation>
    </message>
    <message>
        <source>Type the number of hosts, 1 for one</source>
        <translation>호스트의 수를 입력하세요. 하나면 1입니다</translation>
    </message>
    <message>
        <source>there is no shard {} of {}</source>
        <translation>샤드 {1}개 가운데 {0}번이 없습니다</translation>
    </message>
    <message>
        <source>Type 0 to {}</source>
        <translation>0에서 {}까지 입력하세요</translation>
    </message>
    <message>
        <source>no session runs it: it loads here, but on a TPU it would not</source>
        <translation>이 블록을 실행하는 세션이 없습니다. 여기서는 불러오지만 TPU에서는 그렇지 않습니다</translation>
    </message>
    <message>
        <source>Wire its operation to the run_outputs of the session</source>
        <translation>연산을 세션의 run_outputs에 연결하세요</translation>
    </message>
    <message>
        <source>Run the TPU blocks in one session</source>
        <translation>TPU 블록을 한 세션에서 실행하세요</translation>
    </message>
    <message>
        <source>the gradient of {} has the shape {}, but its activations have {}</source>
        <translation>{}의 기울기는 shape이 {}인데 활성값은 {}입니다</translation>
    </message>
    <message>
        <source>Wire the gradient with respect to the activations, or make both agree with the config</source>
        <translation>활성값에 대한 기울기를 연결하거나 둘을 config에 맞추세요</translation>
    </message>
    <message>
        <source>the learning rate of tag {} has the shape {}</source>
        <translation>태그 {}의 학습률은 shape이 {}입니다</translation>
    </message>
    <message>
        <source>Wire a scalar</source>
        <translation>스칼라를 연결하세요</translation>
    </message>
    <message>
        <source>{} has the shape {}, but table {} has {}</source>
        <translation>{}의 shape은 {}인데 테이블 {}은(는) {}입니다</translation>
    </message>
    <message>
        <source>Load rows and columns as the config says</source>
        <translation>config에 있는 대로 행과 열을 불러오세요</translation>
    </message>
    <message>
        <source>no tables</source>
        <translation>테이블 없음</translation>
    </message>
    <message>
        <source>no features</source>
        <translation>특성 없음</translation>
    </message>
    <message>
        <source>line {}, column {}: {}</source>
        <translation>{}행 {}열: {}</translation>
    </message>
    <message>
        <source>Type the configuration as text, such as: mode: TRAINING</source>
        <translation>설정을 텍스트로 입력하세요. 예: mode: TRAINING</translation>
    </message>
    <message>
        <source>Write it as protobuf text: field: value, and message { ... }</source>
        <translation>protobuf 텍스트로 쓰세요. 필드: 값, 그리고 message { ... }</translation>
    </message>
    <message>
        <source>Is {} meant? It has: {}</source>
        <translation>{}을(를) 쓰려 했나요? 있는 것: {}</translation>
    </message>
    <message>
        <source>It has: {}</source>
        <translation>있는 것: {}</translation>
    </message>
    <message>
        <source>there is no table</source>
        <translation>테이블이 없습니다</translation>
    </message>
    <message>
        <source>Add table_descriptor { name: ... vocabulary_size: ... dimension: ... }</source>
        <translation>table_descriptor { name: ... vocabulary_size: ... dimension: ... }을 추가하세요</translation>
    </message>
    <message>
        <source>the mode is not given</source>
        <translation>모드가 없습니다</translation>
    </message>
    <message>
        <source>Add mode: TRAINING (or INFERENCE, or BACKWARD_PASS_ONLY)</source>
        <translation>mode: TRAINING(또는 INFERENCE, BACKWARD_PASS_ONLY)을 추가하세요</translation>
    </message>
    <message>
        <source>two tables are named {}</source>
        <translation>이름이 {}인 테이블이 둘 있습니다</translation>
    </message>
    <message>
        <source>batch_size_per_tensor_core is not given</source>
        <translation>batch_size_per_tensor_core가 없습니다</translation>
    </message>
    <message>
        <source>Add it: the number of samples in a batch</source>
        <translation>추가하세요. 한 배치의 샘플 수입니다</translation>
    </message>
    <message>
        <source>feature {}</source>
        <translation>특성 {}</translation>
    </message>
    <message>
        <source>{} has the table_id {}, but there are {} tables</source>
        <translation>{}의 table_id가 {}인데 테이블은 {}개입니다</translation>
    </message>
    <message>
        <source>Give it a table_id from 0 to {}</source>
        <translation>table_id를 0에서 {}까지로 하세요</translation>
    </message>
    <message>
        <source>the input_shape of {} is {}</source>
        <translation>{}의 input_shape이 {}입니다</translation>
    </message>
    <message>
        <source>Give it the shape of the input, such as input_shape: 8 for a batch of 8</source>
        <translation>입력의 shape을 주세요. 예: 배치가 8이면 input_shape: 8</translation>
    </message>
    <message>
        <source>table {}: {} is {}</source>
        <translation>테이블 {}: {}이(가) {}입니다</translation>
    </message>
    <message>
        <source>Give {}: 1 or more</source>
        <translation>{}: 1 이상을 주세요</translation>
    </message>
    <message>
        <source>{}: it does not contain the state of a canvas: {}</source>
        <translation>{}: 캔버스가 보여 주는 내용이 아닙니다: {}</translation>
    </message>
    <message>
        <source>{}: there is not enough memory for it</source>
        <translation>{}: 읽을 메모리가 모자랍니다</translation>
    </message>
    <message>
        <source>it does not begin as an .npy file does</source>
        <translation>파일의 시작 부분이 다릅니다</translation>
    </message>
    <message>
        <source>its header is broken</source>
        <translation>머리글이 깨졌습니다</translation>
    </message>
    <message>
        <source>its header promises {} bytes, and {} follow</source>
        <translation>머리글에는 {}바이트라고 되어 있는데 {}바이트가 있습니다</translation>
    </message>
    <message>
        <source>Initialise {} now</source>
        <translation>{} 지금 초기화</translation>
    </message>
    <message>
        <source>{} is {}, and {} takes {}</source>
        <translation>{}은(는) {}인데 {}은(는) {}을(를) 받습니다</translation>
    </message>
    <message>
        <source>Make {} a {}, or {} a {}</source>
        <translation>{}을(를) {}(으)로, 또는 {}을(를) {}(으)로 바꾸세요</translation>
    </message>
    <message>
        <source>Wire {} to it</source>
        <translation>{}을(를) 연결하세요</translation>
    </message>
    <message>
        <source>{!r:.80}: no result has so many elements</source>
        <translation>{!r:.80}: 요소가 그렇게 많은 결과는 없습니다</translation>
    </message>
    <message>
        <source>not an edit: it is nested too deeply</source>
        <translation>편집이 아닙니다. 너무 깊이 겹쳐 있습니다</translation>
    </message>
    <message>
        <source>an object with one key, the name of an edit</source>
        <translation>이름이 하나뿐인 객체</translation>
    </message>
    <message>
        <source>there is no edit {!r:.40}</source>
        <translation>{!r:.40}을(를) 알 수 없습니다</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>목록</translation>
    </message>
    <message>
        <source>a list of {} elements</source>
        <translation>요소 {}개의 목록</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>객체</translation>
    </message>
    <message>
        <source>the fields of a {}</source>
        <translation>{}의 필드 모음</translation>
    </message>
    <message>
        <source>{} has no field {!r:.40}</source>
        <translation>{}에 필드 {!r:.40}이(가) 없습니다</translation>
    </message>
    <message>
        <source>{} is missing its {}</source>
        <translation>{}에 {}이(가) 빠졌습니다</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true나 false</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>정수</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>숫자</translation>
    </message>
    <message>
        <source>{:.40} is not {}</source>
        <translation>{:.40}은(는) {}이(가) 아닙니다</translation>
    </message>
    <message>
        <source>{!r} is the only page</source>
        <translation>페이지가 {!r} 하나뿐입니다</translation>
    </message>
    <message>
        <source>its arrays in {} cannot be read: {}</source>
        <translation>{}에 있는 배열을 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>{}: the project lists no page</source>
        <translation>{}: 프로젝트 목록에 페이지가 없습니다</translation>
    </message>
    <message>
        <source>an accumulator of dense gradients</source>
        <translation>밀집 기울기의 누산기</translation>
    </message>
    <message>
        <source>an accumulator of sparse gradients</source>
        <translation>희소 기울기의 누산기</translation>
    </message>
    <message>
        <source>an accumulator that is a resource</source>
        <translation>resource 누산기</translation>
    </message>
    <message>
        <source>a queue</source>
        <translation>큐</translation>
    </message>
    <message>
        <source>a barrier</source>
        <translation>배리어</translation>
    </message>
    <message>
        <source>a reader</source>
        <translation>리더</translation>
    </message>
    <message>
        <source>a stack</source>
        <translation>스택</translation>
    </message>
    <message>
        <source>a TensorArray</source>
        <translation>TensorArray</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>테이블</translation>
    </message>
    <message>
        <source>a variable</source>
        <translation>변수</translation>
    </message>
    <message>
        <source>Give {} or less</source>
        <translation>{} 이하를 주세요</translation>
    </message>
    <message>
        <source>the journal is gone</source>
        <translation>복구 기록이 없어졌습니다</translation>
    </message>
    <message>
        <source>the document has no file</source>
        <translation>문서의 파일이 없습니다</translation>
    </message>
    <message>
        <source>line {}: {}</source>
        <translation>{}행: {}</translation>
    </message>
    <message>
        <source>its last line was cut off</source>
        <translation>마지막 행이 잘렸습니다</translation>
    </message>
    <message>
        <source>it is not the head of a journal</source>
        <translation>복구 기록의 머리글이 아닙니다</translation>
    </message>
    <message>
        <source>it was written by a newer Blockloom: update Blockloom to recover it</source>
        <translation>더 새로운 Blockloom에서 쓴 것입니다. 복구하려면 Blockloom을 업데이트하세요</translation>
    </message>
    <message>
        <source>{} is kept: nothing in it can be recovered ({})</source>
        <translation>{}: 복구할 수 있는 것이 없습니다: {}. 파일은 그대로 둡니다</translation>
    </message>
    <message>
        <source>it names no document</source>
        <translation>문서를 가리키지 않습니다</translation>
    </message>
    <message>
        <source>{} (no session needs this block: the rest of the page runs without it)</source>
        <translation>{} (이 블록이 필요한 세션이 없어 페이지의 나머지는 이 블록 없이 실행됩니다)</translation>
    </message>
    <message>
        <source>it is a pipe, not a file</source>
        <translation>파일이 아니라 파이프입니다</translation>
    </message>
    <message>
        <source>it is a socket, not a file</source>
        <translation>파일이 아니라 소켓입니다</translation>
    </message>
    <message>
        <source>it is a device, not a file</source>
        <translation>파일이 아니라 장치입니다</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>너무 깊이 겹쳐 있습니다</translation>
    </message>
    <message>
        <source>it is larger than {} MiB, the most that is read of such a file</source>
        <translation>이런 파일에서 읽는 한도인 {} MiB보다 큽니다</translation>
    </message>
    <message>
        <source>a tensor of shape {} is not empty: type its {} elements</source>
        <translation>shape {}인 텐서는 비어 있지 않습니다. 요소 {}개를 입력하세요</translation>
    </message>
    <message>
        <source>the shape {} is too large</source>
        <translation>shape {}이(가) 너무 큽니다</translation>
    </message>
    <message>
        <source>TensorFlow has not checked the page within {:g} s</source>
        <translation>TensorFlow가 {:g}초 안에 페이지를 확인하지 못했습니다</translation>
    </message>
    <message>
        <source>the worker cannot be started: {}</source>
        <translation>워커를 시작할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>TensorFlow was not imported within {:.0f} s: the worker was ended</source>
        <translation>TensorFlow를 {:.0f}초 안에 불러오지 못해 워커를 끝냈습니다</translation>
    </message>
    <message>
        <source>the learning rate of tag {} is {}</source>
        <translation>태그 {}의 학습률이 {}입니다</translation>
    </message>
    <message>
        <source>rows {0} and 1 have {1} and {2} cells</source>
        <translation>{0}행은 {1}칸, 1행은 {2}칸입니다</translation>
    </message>
    <message>
        <source>The table is not rectangular: rows {0} and 1 have {1} and {2} cells</source>
        <translation>표가 직사각형이 아닙니다. {0}행은 {1}칸, 1행은 {2}칸입니다</translation>
    </message>
    <message>
        <source>Give a learning rate above 0</source>
        <translation>0보다 큰 학습률을 주세요</translation>
    </message>
    <message>
        <source>table {} has {} rows, and no id {}</source>
        <translation>테이블 {}의 행은 {}개이며 id {}은(는) 없습니다</translation>
    </message>
    <message>
        <source>Type ids from 0 to {}</source>
        <translation>0에서 {}까지의 id를 입력하세요</translation>
    </message>
    <message>
        <source>the weights of sample {} come to 0, and the combiner {} of table {} divides by that</source>
        <translation>샘플 {0}의 가중치를 합하면 0인데, 테이블 {2}의 combiner {1}은(는) 그 값으로 나눕니다</translation>
    </message>
    <message>
        <source>Type other weights, or use the combiner sum. The CPU reference gives zeros</source>
        <translation>다른 가중치를 입력하거나 combiner로 sum을 쓰세요. CPU 기준 구현은 0을 냅니다</translation>
    </message>
    <message>
        <source>Give 0 or more</source>
        <translation>0 이상을 주세요</translation>
    </message>
    <message>
        <source>batch_size_per_tensor_core is {}</source>
        <translation>batch_size_per_tensor_core가 {}입니다</translation>
    </message>
    <message>
        <source>table {}: no feature looks anything up in it</source>
        <translation>테이블 {}: 여기서 조회하는 특성이 없습니다</translation>
    </message>
    <message>
        <source>Give a feature_descriptor the table_id {}, or remove the table</source>
        <translation>feature_descriptor 하나의 table_id를 {}(으)로 하거나 테이블을 삭제하세요</translation>
    </message>
    <message>
        <source>the tags of dynamic learning rates are {}</source>
        <translation>동적 학습률의 태그가 {}입니다</translation>
    </message>
    <message>
        <source>Run &gt; Run State &gt; Save Variables… saves what was learned, and Restore Variables… restores it. Then save the page itself with Ctrl+S.</source>
        <translation>실행 &gt; 실행 상태 &gt; 변수 저장…은 학습한 값을 저장하고, 변수 복원…은 그 값을 복원합니다. 그다음 페이지 자체를 Ctrl+S로 저장하세요.</translation>
    </message>
    <message>
        <source>Produce a NaN</source>
        <translation>NaN 만들기</translation>
    </message>
    <message>
        <source>This page distinguishes numbers below 0 from those above. Type 50 into the box next to this button and press Ctrl+R: the loss falls, and then it is nan. The first run takes some seconds, until TensorFlow is there.</source>
        <translation>이 페이지는 0보다 작은 수와 큰 수를 구분합니다. 이 버튼 옆의 상자에 50을 입력하고 Ctrl+R을 누르세요. 손실이 줄어들다가 nan이 됩니다. 첫 실행은 TensorFlow가 준비될 때까지 몇 초 걸립니다.</translation>
    </message>
    <message>
        <source>Fix it</source>
        <translation>고치기</translation>
    </message>
    <message>
        <source>Ask again, and choose a fix: each was tried before it was offered. Then press Ctrl+Shift+R to reset the sessions, and run 50 steps.</source>
        <translation>다시 묻고 해결책을 고르세요. 모두 제안하기 전에 시험해 본 것입니다. 그런 다음 Ctrl+Shift+R로 세션을 초기화하고 50단계를 실행하세요.</translation>
    </message>
    <message>
        <source>Non-finite values have rays, in loops, gradients and optimizers too. A failed step shows its values so far, and F9 sets a breakpoint.</source>
        <translation>유한하지 않은 값에는 루프, 기울기, 옵티마이저에서도 빛살이 있습니다. 실패한 단계는 그때까지의 값을 보여 주고, F9는 중단점을 설정합니다.</translation>
    </message>
    <message>
        <source>{0} is not part of the graph: it takes no control wires</source>
        <translation>{0}은(는) 그래프에 속하지 않아 제어 와이어를 받지 않습니다</translation>
    </message>
    <message>
        <source>{0} is not part of the graph: its outputs are for monitors only</source>
        <translation>{0}은(는) 그래프에 속하지 않아 출력을 모니터에만 연결할 수 있습니다</translation>
    </message>
    <message>
        <source>it contains a number of {} digits</source>
        <translation>{}자리 숫자가 들어 있습니다</translation>
    </message>
    <message>
        <source>a wire from {} to this pin is not possible</source>
        <translation>{}에서 이 핀으로 와이어를 이을 수 없습니다</translation>
    </message>
    <message>
        <source>{}: the wire {} was removed with its block</source>
        <translation>{}: 와이어 {}을(를) 블록과 함께 없앴습니다</translation>
    </message>
    <message>
        <source>{} is not in a frame: {} was removed</source>
        <translation>{}은(는) 프레임에 속하지 않습니다: {}이(가) 제거되었습니다</translation>
    </message>
    <message>
        <source>{} is not in the frame {}, which is inside it</source>
        <translation>{}은(는) 프레임 {} 안에 두지 않았습니다. 그 프레임이 이 안에 있습니다</translation>
    </message>
    <message>
        <source>{}: both sides changed the order of its pins; ours is used</source>
        <translation>{}: 양쪽이 핀 순서를 바꾸었습니다. 우리 쪽 것을 씁니다</translation>
    </message>
    <message>
        <source>{}: its index is {} here, because the other side added a pin, too</source>
        <translation>{}: 다른 쪽도 핀을 추가해 여기서 index는 {}입니다</translation>
    </message>
    <message>
        <source>{}: one side typed a value, the other added a wire, which is used</source>
        <translation>{}: 한쪽은 값을 입력하고 다른 쪽은 와이어를 추가했습니다. 와이어를 씁니다</translation>
    </message>
    <message>
        <source>{}: both sides moved it to another page; ours is used</source>
        <translation>{}: 양쪽에서 다른 페이지로 옮겼습니다. 우리 쪽 것을 씁니다</translation>
    </message>
    <message>
        <source>{}: both sides set its slider; ours is used</source>
        <translation>{}: 양쪽 모두 슬라이더를 설정했습니다. 우리 쪽 것을 씁니다</translation>
    </message>
    <message>
        <source>{}: {} is not in a frame: its frame is on another page now</source>
        <translation>{}: {}은(는) 프레임에 속하지 않습니다. 프레임이 이제 다른 페이지에 있습니다</translation>
    </message>
    <message>
        <source>Select the block whose output to train</source>
        <translation>출력을 학습할 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Select two or more blocks to align</source>
        <translation>정렬할 블록을 둘 이상 선택하세요</translation>
    </message>
    <message>
        <source>it contains texts, not numbers</source>
        <translation>숫자가 아니라 텍스트가 들어 있습니다</translation>
    </message>
    <message>
        <source>it has the shape {} instead of {}</source>
        <translation>shape이 {}입니다. {}이어야 합니다</translation>
    </message>
    <message>
        <source>it contains {} instead of {}</source>
        <translation>{}이(가) 들어 있습니다. {}이어야 합니다</translation>
    </message>
    <message>
        <source>The batch has this size already</source>
        <translation>배치가 이미 이 크기입니다</translation>
    </message>
    <message>
        <source>{0} also occurs here and is unchanged: {1}</source>
        <translation>{0}은(는) 여기에도 있으며 그대로 둡니다: {1}</translation>
    </message>
    <message>
        <source>Select the blocks that get a breakpoint</source>
        <translation>중단점을 설정할 블록을 선택하세요</translation>
    </message>
    <message>
        <source>To set a breakpoint in one instance only, open the page through that instance</source>
        <translation>한 인스턴스에서만 중단점을 설정하려면 그 인스턴스를 통해 페이지를 여세요</translation>
    </message>
    <message>
        <source>Remove Breakpoint at {0}</source>
        <translation>{0}의 중단점 삭제</translation>
    </message>
    <message>
        <source>Remove Breakpoints at {0} Blocks</source>
        <translation>블록 {0}개의 중단점 삭제</translation>
    </message>
    <message>
        <source>Set Breakpoint at {0}</source>
        <translation>{0}에 중단점 설정</translation>
    </message>
    <message>
        <source>Set Breakpoints at {0} Blocks</source>
        <translation>블록 {0}개에 중단점 설정</translation>
    </message>
    <message>
        <source>The document has no breakpoints</source>
        <translation>문서에 중단점이 없습니다</translation>
    </message>
    <message>
        <source>Remove All Breakpoints</source>
        <translation>중단점 모두 삭제</translation>
    </message>
    <message>
        <source>it contains {0}, which no block reads</source>
        <translation>{0}이(가) 들어 있는데 이것을 읽는 블록이 없습니다</translation>
    </message>
    <message>
        <source>it has {0} bytes: blocks read {1} at most</source>
        <translation>{0}바이트입니다. 블록은 {1}바이트까지 읽습니다</translation>
    </message>
    <message>
        <source>Select the blocks for the frame</source>
        <translation>프레임에 넣을 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Select variables, or a frame that contains some</source>
        <translation>변수나, 변수가 든 프레임을 선택하세요</translation>
    </message>
    <message>
        <source>Select Const blocks, or a frame that contains some</source>
        <translation>Const 블록이나, Const 블록이 든 프레임을 선택하세요</translation>
    </message>
    <message>
        <source>{} of {} is not a function</source>
        <translation>{}({}의 속성)은(는) 함수가 아닙니다</translation>
    </message>
    <message>
        <source>Select the blocks to group</source>
        <translation>묶을 블록을 선택하세요</translation>
    </message>
    <message>
        <source>the staging area of its container and shared_name</source>
        <translation>container와 shared_name이 가리키는 스테이징 영역</translation>
    </message>
    <message>
        <source>{}. No block of the page adds {} to {}</source>
        <translation>{}. 페이지에 {}을(를) {}에 더하는 블록이 없습니다</translation>
    </message>
    <message>
        <source>{}. {} adds {} to {}, but is not connected to the Session block {}</source>
        <translation>{}. {}이(가) {}을(를) {}에 더하지만, Session 블록 {}에 연결되어 있지 않습니다</translation>
    </message>
    <message>
        <source>{}. {} adds {} to {}, but this run does not need it</source>
        <translation>{}. {}이(가) {}을(를) {}에 더하지만, 이 실행에는 필요하지 않습니다</translation>
    </message>
    <message>
        <source>{}. {}, which adds {} to {}, runs after {}</source>
        <translation>{}. {}이(가) {}을(를) {}에 더하는데, {} 다음에 실행됩니다</translation>
    </message>
    <message>
        <source>{}. {}, which adds {} to {}, waits too</source>
        <translation>{}. {}이(가) {}을(를) {}에 더하는데, 역시 기다리고 있습니다</translation>
    </message>
    <message>
        <source>{}. {}, which adds {} to {}, waits for {}</source>
        <translation>{}. {}이(가) {}을(를) {}에 더하는데, {}을(를) 기다립니다</translation>
    </message>
    <message>
        <source>{}. {} takes {} in each iteration of a loop, and {} adds them once in a step</source>
        <translation>{}. {}은(는) 루프가 반복될 때마다 {}을(를) 꺼내는데, {}은(는) 한 단계에 한 번만 더합니다</translation>
    </message>
    <message>
        <source>{}. A step adds {} ({}) and takes {} ({})</source>
        <translation>{}. 한 단계에 {}개를 더하고({}) {}개를 꺼냅니다({})</translation>
    </message>
    <message>
        <source>{}. Also taken by {}, and a take removes all {} of {}</source>
        <translation>{}. {}도 꺼내며, 한 번 꺼내면 모든 {}이(가) {}에서 없어집니다</translation>
    </message>
    <message>
        <source>both sides changed the order of pages; ours is used</source>
        <translation>양쪽이 페이지 순서를 바꾸었습니다. 우리 쪽 것을 씁니다</translation>
    </message>
    <message>
        <source>{0} is between the selected blocks: it uses and feeds some of them. Select it, too</source>
        <translation>{0}이(가) 선택한 블록 사이에 있습니다: 그 블록들에서 받아 그 블록들로 보냅니다. 그것도 선택하세요</translation>
    </message>
    <message>
        <source>it is not a tensor ({0})</source>
        <translation>텐서가 아닙니다 ({0})</translation>
    </message>
    <message>
        <source>{0} takes a variable, not its value</source>
        <translation>{0}은(는) 변수의 값이 아니라 변수를 받습니다</translation>
    </message>
    <message>
        <source>it carries an unknown number of tensors</source>
        <translation>텐서를 몇 개 나르는지 알 수 없습니다</translation>
    </message>
    <message>
        <source>{0} cannot cross the border of a page: {1}. {2}</source>
        <translation>{0}은(는) 페이지 경계를 넘을 수 없습니다: {1}. {2}</translation>
    </message>
    <message>
        <source>Keep {} as an independent copy</source>
        <translation>{}을(를) 독립된 사본으로 두기</translation>
    </message>
    <message>
        <source>The clipboard contains no blocks, and no value: {0}</source>
        <translation>클립보드에 블록도 값도 없습니다: {0}</translation>
    </message>
    <message>
        <source>{0} has no result to pin</source>
        <translation>{0}에 고정할 결과가 없습니다</translation>
    </message>
    <message>
        <source>Select a block whose result to pin</source>
        <translation>결과를 고정할 블록을 선택하세요</translation>
    </message>
    <message>
        <source>No more blocks are along the wires</source>
        <translation>와이어를 따라 블록이 더 없습니다</translation>
    </message>
    <message>
        <source>Select the blocks at both ends of the path</source>
        <translation>경로의 양쪽 끝 블록을 선택하세요</translation>
    </message>
    <message>
        <source>No blocks are between the selected ones along the wires</source>
        <translation>와이어를 따라 선택한 블록 사이에 있는 블록이 없습니다</translation>
    </message>
    <message>
        <source>No scope contains more than the selected blocks</source>
        <translation>선택한 블록보다 더 많은 것이 든 스코프가 없습니다</translation>
    </message>
    <message>
        <source>The step must be between 0 and the range of the slider</source>
        <translation>간격은 0과 슬라이더 범위 사이여야 합니다</translation>
    </message>
    <message>
        <source>Select the blocks whose outputs to keep</source>
        <translation>출력을 남길 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Instances of one page had different values, and now have separate pages: {}</source>
        <translation>한 페이지의 인스턴스들의 값이 서로 달라, 이제 저마다의 페이지를 갖습니다: {}</translation>
    </message>
    <message>
        <source>Store Trained Values</source>
        <translation>학습한 값 저장</translation>
    </message>
    <message>
        <source>No block is for training only</source>
        <translation>학습만을 위한 블록이 없습니다</translation>
    </message>
    <message>
        <source>Remove training blocks</source>
        <translation>학습 블록 없애기</translation>
    </message>
    <message>
        <source>Name the input for {1}: {0}={1}</source>
        <translation>{1}의 입력을 지정하세요: {0}={1}</translation>
    </message>
    <message>
        <source>{0} is not a block of this page, and not a value for {1}</source>
        <translation>{0}은(는) 이 페이지의 블록도, {1}의 값도 아닙니다</translation>
    </message>
    <message>
        <source>{0} is not allowed; choose from {1}</source>
        <translation>{0}은(는) 쓸 수 없습니다. 가능한 값: {1}</translation>
    </message>
    <message>
        <source>the minimum is {0}</source>
        <translation>최솟값은 {0}입니다</translation>
    </message>
    <message>
        <source>at least {} elements are required</source>
        <translation>요소가 {}개 이상이어야 합니다</translation>
    </message>
    <message>
        <source>Select an instance of a page</source>
        <translation>페이지의 인스턴스를 선택하세요</translation>
    </message>
    <message>
        <source>The page {0} is empty</source>
        <translation>페이지 {0}이(가) 비어 있습니다</translation>
    </message>
    <message>
        <source>Copy the page of {0}</source>
        <translation>{0}의 페이지 복사</translation>
    </message>
    <message>
        <source>Copy the pages of {0} blocks</source>
        <translation>블록 {0}개의 페이지 복사</translation>
    </message>
    <message>
        <source>The page already has a Validation</source>
        <translation>페이지에 이미 Validation이 있습니다</translation>
    </message>
    <message>
        <source>Select the blocks to wire, one to the right of the other</source>
        <translation>연결할 블록을 왼쪽에서 오른쪽으로 놓고 선택하세요</translation>
    </message>
    <message>
        <source>{}, or {}</source>
        <translation>{}. 또는 {}</translation>
    </message>
    <message>
        <source>Add blocks, or unmute those that are there</source>
        <translation>블록을 추가하거나, 있는 블록을 켜세요</translation>
    </message>
    <message>
        <source>name another page with --page</source>
        <translation>--page로 다른 페이지를 지정하세요</translation>
    </message>
    <message>
        <source>Add a block that has an output</source>
        <translation>출력이 있는 블록을 추가하세요</translation>
    </message>
    <message>
        <source>Update Blockloom: this version does not have the block</source>
        <translation>Blockloom을 업데이트하세요. 이 버전에는 이 블록이 없습니다</translation>
    </message>
    <message>
        <source>{} is deprecated: TensorFlow no longer supports it</source>
        <translation>{}은(는) 사용 중단되었습니다. TensorFlow가 더는 지원하지 않습니다</translation>
    </message>
    <message>
        <source>Move it into a frame of this page, or out of all frames</source>
        <translation>이 페이지의 프레임 안으로, 또는 모든 프레임 밖으로 옮기세요</translation>
    </message>
    <message>
        <source>the frame {} contains itself</source>
        <translation>프레임 {}이(가) 자기 자신 안에 있습니다</translation>
    </message>
    <message>
        <source>Move it out of its frame</source>
        <translation>프레임 밖으로 옮기세요</translation>
    </message>
    <message>
        <source>{!r} is not a device</source>
        <translation>{!r}은(는) 장치가 아닙니다</translation>
    </message>
    <message>
        <source>Replace it, or run it on a machine that has a kernel for it</source>
        <translation>다른 것으로 바꾸거나 커널이 있는 컴퓨터에서 실행하세요</translation>
    </message>
    <message>
        <source>Run it on a machine with such a device</source>
        <translation>그런 장치가 있는 컴퓨터에서 실행하세요</translation>
    </message>
    <message>
        <source>the wires form a cycle: {}</source>
        <translation>와이어가 순환을 이룹니다: {}</translation>
    </message>
    <message>
        <source>Remove one of these wires; a loop needs a NextIteration wired to a Merge</source>
        <translation>이 와이어 가운데 하나를 삭제하세요. 반복에는 Merge에 연결된 NextIteration이 필요합니다</translation>
    </message>
    <message>
        <source>the loop that this block closes contains a composite block</source>
        <translation>이 블록이 닫는 반복 안에 복합 블록이 있습니다</translation>
    </message>
    <message>
        <source>it is to be fetched or fed, but it is muted, bypassed, or without an input because of such a block</source>
        <translation>가져오거나 값을 공급해야 하는데, 꺼졌거나, 건너뛰거나, 그런 블록 때문에 입력이 없습니다</translation>
    </message>
    <message>
        <source>its wires</source>
        <translation>와이어</translation>
    </message>
    <message>
        <source>its appearance</source>
        <translation>모양</translation>
    </message>
    <message>
        <source>Remove the conflict: there is nothing left to choose</source>
        <translation>충돌을 없애세요. 더 고를 것이 없습니다</translation>
    </message>
    <message>
        <source>it no longer exists: {0}</source>
        <translation>더는 없습니다: {0}</translation>
    </message>
    <message>
        <source>{0} no longer exists: {1}</source>
        <translation>{0}이(가) 더 이상 없습니다: {1}</translation>
    </message>
    <message>
        <source>the two sides of a merge form a cycle: ours by {0}, theirs by {1}</source>
        <translation>병합한 두 쪽이 순환을 이룹니다: 우리 쪽 {0}, 상대 쪽 {1}</translation>
    </message>
    <message>
        <source>The second one was opened as {}; its wires stay with the first. Check it and save the document, or fix the file</source>
        <translation>둘째 것은 {}(으)로 열었고 와이어는 첫째 것에 남습니다. 확인하고 문서를 저장하거나 파일을 고치세요</translation>
    </message>
    <message>
        <source>The second one was opened as {}. Check it and save the document, or fix the file</source>
        <translation>둘째 것은 {}(으)로 열었습니다. 확인하고 문서를 저장하거나 파일을 고치세요</translation>
    </message>
    <message>
        <source>page {} has items with the uid of other items</source>
        <translation>페이지 {}에 다른 항목과 uid가 같은 항목이 있습니다</translation>
    </message>
    <message>
        <source>Blockloom opened them as new items. Check the page and save the document</source>
        <translation>Blockloom이 새 항목으로 열었습니다. 페이지를 확인하고 문서를 저장하세요</translation>
    </message>
    <message>
        <source>{} has changed since the document was saved: its SHA-256 differs</source>
        <translation>문서를 저장한 뒤 {}이(가) 바뀌었습니다. SHA-256이 다릅니다</translation>
    </message>
    <message>
        <source>Restore the right file, or save the document to use this one</source>
        <translation>맞는 파일을 되돌려 놓거나, 문서를 저장해 이 파일을 쓰세요</translation>
    </message>
    <message>
        <source>{} has changed since the document was saved: its weights {} differ</source>
        <translation>문서를 저장한 뒤 {}이(가) 바뀌었습니다. 가중치 {}이(가) 다릅니다</translation>
    </message>
    <message>
        <source>Restore the right file, or use the weights of this one</source>
        <translation>맞는 파일을 되돌려 놓거나, 이 파일의 가중치를 쓰세요</translation>
    </message>
    <message>
        <source>the constants of the page take {} GB, but a TensorFlow graph holds at most 2 GB</source>
        <translation>페이지의 상수가 {}GB인데 TensorFlow 그래프에는 2GB까지만 들어갑니다</translation>
    </message>
    <message>
        <source>Turn the largest into variables: the graph does not contain their values</source>
        <translation>가장 큰 것을 변수로 바꾸세요. 변수의 값은 그래프에 들어가지 않습니다</translation>
    </message>
    <message>
        <source>Its random numbers have the distributions of the model, but other values. To keep the values, export a SavedModel</source>
        <translation>난수의 분포는 모델과 같지만 값은 다릅니다. 값을 그대로 두려면 SavedModel로 내보내세요</translation>
    </message>
    <message>
        <source>Create it, or name another file</source>
        <translation>만들거나 다른 파일을 지정하세요</translation>
    </message>
    <message>
        <source>Add a page of this name, or name another page</source>
        <translation>이 이름의 페이지를 추가하거나 다른 페이지를 지정하세요</translation>
    </message>
    <message>
        <source>{}: this is a file with data: in the window, File &gt; Data from… makes a page that reads it</source>
        <translation>{}: 데이터 파일입니다. 창에서 파일 &gt; 데이터 불러오기…가 이 파일을 읽는 페이지를 만듭니다</translation>
    </message>
    <message>
        <source>Remove one of these uses; for a repetition, use a While</source>
        <translation>그중 하나를 빼세요. 되풀이할 것에는 While을 쓰세요</translation>
    </message>
    <message>
        <source>Use a loop (While) for repetitions</source>
        <translation>되풀이할 것에는 반복(While)을 쓰세요</translation>
    </message>
    <message>
        <source>with it, there are more than {} nested functions, and TensorFlow builds each of them again for a gradient</source>
        <translation>이것까지 서로 안에 든 함수가 {}개가 넘으며, TensorFlow는 기울기를 위해 그 하나하나를 다시 만듭니다</translation>
    </message>
    <message>
        <source>Type the shape {}, or clear it</source>
        <translation>shape {}을(를) 입력하거나 지우세요</translation>
    </message>
    <message>
        <source>nothing on the page uses its value</source>
        <translation>페이지에 그 값을 쓰는 것이 없습니다</translation>
    </message>
    <message>
        <source>no value on the page uses it</source>
        <translation>페이지에 이것을 쓰는 값이 없습니다</translation>
    </message>
    <message>
        <source>Type ={} as a value, or remove it</source>
        <translation>={}을(를) 값으로 입력하거나 삭제하세요</translation>
    </message>
    <message>
        <source>its index is {}, which {} has too: their names decide the order</source>
        <translation>index가 {}이며 {}의 것과 같습니다. 이름 차례로 놓입니다</translation>
    </message>
    <message>
        <source>Give each a different index</source>
        <translation>각각 다른 index를 주세요</translation>
    </message>
    <message>
        <source>Add a control wire from it to a Retval of its page, or from the instance to an operation of a session</source>
        <translation>여기서 그 페이지의 Retval로, 또는 인스턴스에서 세션의 연산으로 제어 와이어를 추가하세요</translation>
    </message>
    <message>
        <source>{} on page {} ({}) has a state: the elements depend on the order in which they are computed</source>
        <translation>{}(페이지 {}, {})에 상태가 있습니다. 요소가 계산되는 차례에 달려 있습니다</translation>
    </message>
    <message>
        <source>Compute one element at a time, and none twice, or pass its input as an element</source>
        <translation>요소를 한 번에 하나씩, 두 번 계산하지 않게 하거나, 입력을 요소로 넘기세요</translation>
    </message>
    <message>
        <source>Update the page, or keep it as an independent copy</source>
        <translation>페이지를 업데이트하거나 독립된 사본으로 두세요</translation>
    </message>
    <message>
        <source>Keep the page as an independent copy</source>
        <translation>페이지를 독립된 사본으로 두세요</translation>
    </message>
    <message>
        <source>TensorFlow rejects its inputs and values</source>
        <translation>TensorFlow가 그 입력과 값을 거부합니다</translation>
    </message>
    <message>
        <source>TensorFlow fails at it without a reason</source>
        <translation>TensorFlow가 여기서 까닭을 알리지 않고 실패합니다</translation>
    </message>
    <message>
        <source>Set shape of {} to the shape of the gradient, or wire a gradient of its shape</source>
        <translation>{}의 shape을 기울기의 shape으로 하거나, 그 shape의 기울기를 연결하세요</translation>
    </message>
    <message>
        <source>it has a side effect in each step, also while the run is paused, and cannot be rolled back</source>
        <translation>실행이 일시 중지된 동안에도 단계마다 부작용이 있으며, 되돌릴 수 없습니다</translation>
    </message>
    <message>
        <source>Mute it while you debug, or remove all breakpoints</source>
        <translation>디버깅하는 동안 끄거나 중단점을 모두 삭제하세요</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s process ends at it: {}</source>
        <translation>TensorFlow 프로세스가 여기서 끝납니다: {}</translation>
    </message>
    <message>
        <source>Change its values or wires</source>
        <translation>값이나 와이어를 바꾸세요</translation>
    </message>
    <message>
        <source>Change the blocks that you edited last</source>
        <translation>마지막으로 편집한 블록을 바꾸세요</translation>
    </message>
    <message>
        <source>Choose another condition</source>
        <translation>다른 조건을 고르세요</translation>
    </message>
    <message>
        <source>Check the source of the dataset. To restart an IteratorV2, wire its MakeIterator to start_outputs of the Session; a OneShotIterator cannot restart</source>
        <translation>데이터셋의 출처를 확인하세요. IteratorV2를 다시 시작하려면 그 MakeIterator를 Session의 start_outputs에 연결하세요. OneShotIterator는 다시 시작할 수 없습니다</translation>
    </message>
    <message>
        <source>it has no dataset output</source>
        <translation>데이터셋 출력이 없습니다</translation>
    </message>
    <message>
        <source>Choose a dataset, an iterator, or a block that takes elements from one</source>
        <translation>데이터셋이나 이터레이터, 또는 거기서 요소를 꺼내는 블록을 고르세요</translation>
    </message>
    <message>
        <source>{} keeps its present value: its new initial value applies from the next initialisation</source>
        <translation>{}은(는) 지금 값을 그대로 지닙니다. 새 초깃값은 다음에 초기화할 때부터 쓰입니다</translation>
    </message>
    <message>
        <source>its pinned value does not fit: {}</source>
        <translation>고정된 값이 맞지 않습니다: {}</translation>
    </message>
    <message>
        <source>Give the frame the device of a task of the cluster</source>
        <translation>프레임에 클러스터의 태스크에 있는 장치를 지정하세요</translation>
    </message>
    <message>
        <source>run with another --cluster</source>
        <translation>다른 --cluster로 실행하세요</translation>
    </message>
    <message>
        <source>Give its frame the device of an existing task</source>
        <translation>프레임에 있는 태스크를 장치로 주세요</translation>
    </message>
    <message>
        <source>Start it on its machine, correct its address in the cluster file, or choose another target</source>
        <translation>해당 컴퓨터에서 시작하거나, 클러스터 파일의 주소를 고치거나, 다른 대상을 고르세요</translation>
    </message>
    <message>
        <source>start it with {}</source>
        <translation>{}(으)로 시작하세요</translation>
    </message>
    <message>
        <source>Start the task again on its machine. Its state is lost: then initialise its variables</source>
        <translation>해당 컴퓨터에서 태스크를 다시 시작하세요. 상태가 사라졌으므로 그다음 변수를 초기화하세요</translation>
    </message>
    <message>
        <source>start it with {} and run the chief with --init</source>
        <translation>{}(으)로 시작하고 chief를 --init으로 실행하세요</translation>
    </message>
    <message>
        <source>the task {} was restarted since the last run: the state on it (variables, queues, accumulators) is lost</source>
        <translation>지난 실행 뒤 태스크 {}이(가) 다시 시작되었습니다. 거기 있던 상태(변수, 큐, 누산기)가 사라졌습니다</translation>
    </message>
    <message>
        <source>{} runs it in every step, which restarts the data each time</source>
        <translation>{}이(가) 단계마다 실행하므로 데이터가 매번 다시 시작합니다</translation>
    </message>
    <message>
        <source>Wire it to start_outputs of {}, or to nothing, to run it once at the start of the session</source>
        <translation>세션이 시작할 때 한 번 실행되도록 {}의 start_outputs에 연결하거나 아무것에도 연결하지 마세요</translation>
    </message>
    <message>
        <source>the page has several Validations</source>
        <translation>페이지에 Validation이 여러 개 있습니다</translation>
    </message>
    <message>
        <source>it validates the variables that the Session of its page trains, and needs exactly one Session</source>
        <translation>페이지의 Session이 학습하는 변수를 검증하므로 Session이 정확히 하나 있어야 합니다</translation>
    </message>
    <message>
        <source>Keep one Session, which runs the training</source>
        <translation>학습을 실행하는 Session 하나만 남기세요</translation>
    </message>
    <message>
        <source>the Validation of page {} does not run here, only if that page runs by itself</source>
        <translation>페이지 {}의 Validation은 여기서 실행되지 않고 그 페이지를 직접 실행할 때만 실행됨</translation>
    </message>
    <message>
        <source>Add a Validation to this page, which validates the variables that its Session trains</source>
        <translation>이 페이지에 Validation을 추가하면 Session이 학습하는 변수를 검증함</translation>
    </message>
    <message>
        <source>the monitored output has the shape {} instead of one number</source>
        <translation>감시하는 출력의 shape이 {}인데, 수 하나여야 합니다</translation>
    </message>
    <message>
        <source>the monitored output is not a number</source>
        <translation>감시하는 출력이 수가 아닙니다</translation>
    </message>
    <message>
        <source>Wire a Feed block to it and to the session&apos;s inputs</source>
        <translation>Feed 블록을 여기와 세션의 inputs에 연결하세요</translation>
    </message>
    <message>
        <source>no session uses it</source>
        <translation>이것을 쓰는 세션이 없습니다</translation>
    </message>
    <message>
        <source>it waits for ever: no block that this session runs {}</source>
        <translation>끝없이 기다립니다. 이 세션이 실행하는 블록 가운데 {}이 없습니다</translation>
    </message>
    <message>
        <source>it writes {}, and so does {}, in an undefined order</source>
        <translation>{}에 쓰는데, {}도 정해진 차례 없이 거기에 씁니다</translation>
    </message>
    <message>
        <source>it writes {} while {} reads it, in an undefined order</source>
        <translation>{}에 쓰는 동안 {}이(가) 정해진 차례 없이 이를 읽습니다</translation>
    </message>
    <message>
        <source>Add a control wire from the block that runs first to the other</source>
        <translation>먼저 실행될 블록에서 다른 블록으로 제어 와이어를 추가하세요</translation>
    </message>
    <message>
        <source>the table is used but never filled</source>
        <translation>테이블을 쓰는데 채우는 것이 없습니다</translation>
    </message>
    <message>
        <source>local_step is {} in every step, but each take increments the accumulator&apos;s step: from step {} on it ignores these gradients as too old</source>
        <translation>local_step이 모든 단계에서 {}인데 꺼낼 때마다 누산기의 단계가 올라갑니다. {}단계부터 이 기울기는 너무 오래되어 무시됩니다</translation>
    </message>
    <message>
        <source>Use an axis from 0 to {}, or -1 for the last</source>
        <translation>0에서 {}까지의 축을, 마지막 축은 -1을 쓰세요</translation>
    </message>
    <message>
        <source>Wire one-hot rows to labels, or use SparseSoftmaxCrossEntropyWithLogits, whose labels are class numbers</source>
        <translation>labels에 one-hot 행을 연결하거나, labels가 클래스 번호인 SparseSoftmaxCrossEntropyWithLogits를 쓰세요</translation>
    </message>
    <message>
        <source>{}: sizes, compared from the last to the first, must be equal or 1; {} and {} are not</source>
        <translation>{}: 크기는 마지막부터 첫째까지 견주어 같거나 1이어야 하는데 {}와(과) {}은(는) 그렇지 않습니다</translation>
    </message>
    <message>
        <source>size {} of the variable is {}, but that of the value is {}: {}</source>
        <translation>변수의 {}번째 크기는 {}, 값의 크기는 {}입니다: {}</translation>
    </message>
    <message>
        <source>Give the variable an initial value of the same shape, or wire a value with the shape of the variable</source>
        <translation>변수에 shape이 같은 초깃값을 주거나 변수와 shape이 같은 값을 연결하세요</translation>
    </message>
    <message>
        <source>{}: sizes that must be equal are {} and {}</source>
        <translation>{}: 같아야 하는 크기가 {}와(과) {}입니다</translation>
    </message>
    <message>
        <source>{}: both must have the same shape; size {} is {} and {}</source>
        <translation>{}: 둘의 shape이 같아야 하는데 {}번째 크기가 {}와(과) {}입니다</translation>
    </message>
    <message>
        <source>{}: input has {} channels (its last size), but {} has {} (its third size)</source>
        <translation>{}: input은 채널이 {}개(마지막 크기)인데 {}은(는) {}개(셋째 크기)입니다</translation>
    </message>
    <message>
        <source>Set padding to SAME, or use a smaller window</source>
        <translation>padding을 SAME으로 하거나 더 작은 창을 쓰세요</translation>
    </message>
    <message>
        <source>the shape of the update is {}, but that of its target is {}</source>
        <translation>갱신 값의 shape은 {}인데 그 대상의 shape은 {}입니다</translation>
    </message>
    <message>
        <source>Give both the same shape: change the target, or wire an update of its shape</source>
        <translation>둘의 shape을 같게 하세요: 대상을 바꾸거나 그 shape의 갱신 값을 연결하세요</translation>
    </message>
    <message>
        <source>Use an axis from {} to {}</source>
        <translation>{}에서 {}까지의 축을 쓰세요</translation>
    </message>
    <message>
        <source>Name axes of size 1 only, or none to squeeze all of these</source>
        <translation>크기가 1인 축만 쓰거나, 모두 없애려면 아무것도 쓰지 마세요</translation>
    </message>
    <message>
        <source>Use a number of parts that divides {}, another axis, or SplitV</source>
        <translation>{}을(를) 나누는 수, 다른 축, 또는 SplitV를 쓰세요</translation>
    </message>
    <message>
        <source>{} with {} elements, but {} has {}</source>
        <translation>{}은(는) 요소가 {}개인데 {}은(는) {}개입니다</translation>
    </message>
    <message>
        <source>Use sizes whose product is {}; one of them may be -1, which is computed</source>
        <translation>곱이 {}인 크기들을 쓰세요. 하나는 -1로 두면 계산됩니다</translation>
    </message>
    <message>
        <source>tensor has {} elements, but the requested shape has {}</source>
        <translation>tensor의 요소는 {}개인데, 요청한 shape의 요소는 {}개입니다</translation>
    </message>
    <message>
        <source>Wire to ys a value that differentiable ops compute from xs</source>
        <translation>xs에서 미분 가능한 op으로 계산되는 값을 ys에 연결하세요</translation>
    </message>
    <message>
        <source>Compute it by other ops, or put a StopGradient behind it to treat it as a constant</source>
        <translation>다른 op으로 계산하거나, 상수로 다루도록 뒤에 StopGradient를 두세요</translation>
    </message>
    <message>
        <source>{} has a custom gradient, which is not stored with the model, and {} depends on it</source>
        <translation>{}에 모델과 함께 저장되지 않은 사용자 정의 기울기가 있고, {}이(가) 이에 의존합니다</translation>
    </message>
    <message>
        <source>Save the model with its gradients (tf.saved_model.save does) and open that. If the ops of the block have the same gradient, as for swish, delete the value of {} at it</source>
        <translation>모델을 기울기와 함께 저장하고(tf.saved_model.save가 그렇게 합니다) 그것을 여세요. swish처럼 블록의 op의 기울기가 같다면 블록에서 {}의 값을 지우세요</translation>
    </message>
    <message>
        <source>Wire a floating point value, or insert a Cast before the ops that compute it</source>
        <translation>부동소수점 값을 연결하거나, 그 값을 계산하는 op 앞에 Cast를 넣으세요</translation>
    </message>
    <message>
        <source>{}.{} is not a variable</source>
        <translation>{}.{}은(는) 변수가 아닙니다</translation>
    </message>
    <message>
        <source>{} is {}, but a global step must be an integer</source>
        <translation>{}이(가) {}인데, 전역 단계는 정수여야 합니다</translation>
    </message>
    <message>
        <source>Remove it from var_list, or wire it into the loss</source>
        <translation>var_list에서 빼거나 loss에 이어지게 연결하세요</translation>
    </message>
    <message>
        <source>var_list takes wires, not text</source>
        <translation>var_list는 텍스트가 아니라 와이어를 받습니다</translation>
    </message>
    <message>
        <source>Wire a Variable of a floating point dtype to an input of the ops that compute loss</source>
        <translation>부동소수점 dtype의 Variable을 loss를 계산하는 op의 입력에 연결하세요</translation>
    </message>
    <message>
        <source>all variables that the loss depends on are upstream of a pinned output: nothing is left to train</source>
        <translation>loss가 의존하는 변수가 모두 고정된 출력의 상류에 있습니다: 학습할 것이 남지 않습니다</translation>
    </message>
    <message>
        <source>{}, in a function of {}, has no gradient: it is a variable with a ref</source>
        <translation>{}({}의 함수 안)에 기울기가 없습니다. ref가 있는 변수입니다</translation>
    </message>
    <message>
        <source>{} is not a variable</source>
        <translation>{}은(는) 변수가 아닙니다</translation>
    </message>
    <message>
        <source>{} are not variables</source>
        <translation>{}은(는) 변수가 아닙니다</translation>
    </message>
    <message>
        <source>{} is {}, but {} trains DT_FLOAT variables only</source>
        <translation>{}이(가) {}인데 {}은(는) DT_FLOAT 변수만 학습합니다</translation>
    </message>
    <message>
        <source>Set dtype of {} to DT_FLOAT, or use another optimizer</source>
        <translation>{}의 dtype을 DT_FLOAT로 하거나 다른 옵티마이저를 쓰세요</translation>
    </message>
    <message>
        <source>the shape of {} is not known before it runs, but {} needs it for its slots</source>
        <translation>{}의 shape은 실행하기 전에 알 수 없는데 {}의 슬롯에 필요합니다</translation>
    </message>
    <message>
        <source>Type shape of {}, or use another optimizer</source>
        <translation>{}의 shape을 입력하거나 다른 옵티마이저를 쓰세요</translation>
    </message>
    <message>
        <source>{} needs a global step to recognise stale gradients, and none is wired</source>
        <translation>{}이(가) 낡은 기울기를 가려내려면 전역 단계가 필요한데 연결된 것이 없습니다</translation>
    </message>
    <message>
        <source>a control wire ends here, but {} applies gradients in a separate thread, which would run the source of the wire a second time</source>
        <translation>제어 와이어가 여기서 끝나는데 {}은(는) 별도의 스레드에서 기울기를 적용하므로 와이어의 출처를 한 번 더 실행하게 됩니다</translation>
    </message>
    <message>
        <source>Wire it to the ops that compute the loss</source>
        <translation>손실을 계산하는 op에 연결하세요</translation>
    </message>
    <message>
        <source>Clear the value; its pins are {}</source>
        <translation>값을 지우세요. 그 핀은 {}입니다</translation>
    </message>
    <message>
        <source>Write an expression of the parameters of the page; quote a text that begins with =</source>
        <translation>페이지 매개변수의 식을 쓰세요. =로 시작하는 텍스트는 따옴표로 묶으세요</translation>
    </message>
    <message>
        <source>{} has {} elements; the maximum is {}</source>
        <translation>{}의 요소가 {}개입니다. 최댓값은 {}입니다</translation>
    </message>
    <message>
        <source>{} is {}; the maximum is {}</source>
        <translation>{}이(가) {}입니다. 최댓값은 {}입니다</translation>
    </message>
    <message>
        <source>{} is {}; the minimum is {}</source>
        <translation>{}이(가) {}입니다. 최솟값은 {}입니다</translation>
    </message>
    <message>
        <source>num_required is {}: a mean needs at least 1 gradient</source>
        <translation>num_required가 {}입니다. 평균을 내려면 기울기가 적어도 1개 있어야 합니다</translation>
    </message>
    <message>
        <source>Wire the number of outputs to {0} that {1} states, or clear {1}</source>
        <translation>{1}에 적힌 수만큼 출력을 {0}에 연결하거나 {1}을(를) 지우세요</translation>
    </message>
    <message>
        <source>Wire the number of outputs to {} that {} states</source>
        <translation>{}에 연결하는 출력의 수를 {}에 적힌 수에 맞추세요</translation>
    </message>
    <message>
        <source>{} is {}, which {} does not accept</source>
        <translation>{}이(가) {}인데 {}은(는) 이를 받지 않습니다</translation>
    </message>
    <message>
        <source>{} ({}) has no value</source>
        <translation>{}({})에 값이 없습니다</translation>
    </message>
    <message>
        <source>the types of the elements of {} are not known</source>
        <translation>{}의 요소의 유형을 알 수 없습니다</translation>
    </message>
    <message>
        <source>Type output_types and output_shapes, or wire a dataset with known element types</source>
        <translation>output_types와 output_shapes를 입력하거나, 요소의 유형이 알려진 데이터셋을 연결하세요</translation>
    </message>
    <message>
        <source>Wire another element; the first is [0]</source>
        <translation>다른 요소를 연결하세요. 첫째는 [0]입니다</translation>
    </message>
    <message>
        <source>{} is one output, not a list: there is no {}</source>
        <translation>{}은(는) 목록이 아니라 출력 하나입니다. {}은(는) 없습니다</translation>
    </message>
    <message>
        <source>Wire the output of a Variable, or of another op with a reference output</source>
        <translation>Variable이나 참조 출력이 있는 다른 op의 출력을 연결하세요</translation>
    </message>
    <message>
        <source>the document states {} wire, but {}.{} is {} output</source>
        <translation>문서에는 {} 와이어라고 되어 있지만 {}.{}은(는) {} 출력입니다</translation>
    </message>
    <message>
        <source>Remove it; wire the operations that a Session runs to run_outputs</source>
        <translation>삭제하세요. Session이 실행할 연산은 run_outputs에 연결하세요</translation>
    </message>
    <message>
        <source>Make {} wait for {}</source>
        <translation>{}이(가) {}을(를) 기다리게 하기</translation>
    </message>
    <message>
        <source>{} is not part of this run: fetch it, or an output that depends on it</source>
        <translation>{}은(는) 이 실행에 들어 있지 않습니다. 그것이나 그것에 의존하는 출력을 가져오세요</translation>
    </message>
    <message>
        <source>{!r:.80} is not a condition of an output of {}</source>
        <translation>{!r:.80}은(는) {}의 출력에 대한 조건이 아닙니다</translation>
    </message>
    <message>
        <source>{!r:.80} is not a condition: write BLOCK.PIN, one of &lt; &lt;= &gt; &gt;= == != and a number, such as LOSS &lt; 0.01, or LOSS is not finite</source>
        <translation>{!r:.80}은(는) 조건이 아닙니다. 블록.핀, &lt; &lt;= &gt; &gt;= == != 중 하나, 숫자를 적으세요. 예: LOSS &lt; 0.01 또는 LOSS is not finite</translation>
    </message>
    <message>
        <source>only in the original model</source>
        <translation>원래 모델에만 있음</translation>
    </message>
    <message>
        <source>only in the present model</source>
        <translation>지금의 모델에만 있음</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>{0} {1} in validation</source>
        <translation>검증 {0} {1}</translation>
    </message>
    <message>
        <source>{0} {1}, {2} in validation</source>
        <translation>{0} {1}, 검증 {2}</translation>
    </message>
    <message>
        <source>the bytes are not a serialised TPUEmbeddingConfiguration</source>
        <translation>바이트가 직렬화된 TPUEmbeddingConfiguration이 아닙니다</translation>
    </message>
    <message>
        <source>Give each table a different name</source>
        <translation>테이블마다 다른 이름을 주세요</translation>
    </message>
    <message>
        <source>Number them 0 to {}, without gaps</source>
        <translation>0에서 {}까지 빠짐없이 번호를 매기세요</translation>
    </message>
    <message>
        <source>the config is for {} tensor cores, the CPU reference is one of them</source>
        <translation>config는 텐서 코어 {}개용인데 CPU 기준 구현은 그 가운데 하나입니다</translation>
    </message>
    <message>
        <source>Enqueue one batch for each step</source>
        <translation>단계마다 배치 하나를 큐에 넣으세요</translation>
    </message>
    <message>
        <source>table {}</source>
        <translation>테이블 {}</translation>
    </message>
    <message>
        <source>{} has no optimizer</source>
        <translation>{}에 옵티마이저가 없습니다</translation>
    </message>
    <message>
        <source>Add one to its optimization_parameters, such as adagrad {}</source>
        <translation>optimization_parameters에 하나를 추가하세요. 예: adagrad {}</translation>
    </message>
    <message>
        <source>{} has no learning rate</source>
        <translation>{}에 학습률이 없습니다</translation>
    </message>
    <message>
        <source>Add learning_rate { constant: 0.1 } or learning_rate { dynamic { tag: 0 } } to its optimization_parameters</source>
        <translation>optimization_parameters에 learning_rate { constant: 0.1 }이나 learning_rate { dynamic { tag: 0 } }을 추가하세요</translation>
    </message>
    <message>
        <source>{}: the exponent of adagrad_momentum is 0</source>
        <translation>{}: adagrad_momentum의 지수가 0입니다</translation>
    </message>
    <message>
        <source>Give it: exponent: 2 is that of Adagrad</source>
        <translation>지수를 주세요. exponent: 2가 Adagrad의 것입니다</translation>
    </message>
    <message>
        <source>{}: {} cannot be run by the CPU reference: {}</source>
        <translation>{}: {}은(는) CPU 기준 구현으로 실행할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>Choose another optimizer, or run the page on a TPU</source>
        <translation>다른 옵티마이저를 고르거나 페이지를 TPU에서 실행하세요</translation>
    </message>
    <message>
        <source>{}: the CPU reference cannot run {} with {}: TensorFlow&apos;s documentation does not say what it does</source>
        <translation>{0}: CPU 기준 구현은 {2}을(를) 쓰는 {1}을(를) 실행할 수 없습니다. TensorFlow 문서에 그 뜻이 없습니다</translation>
    </message>
    <message>
        <source>Leave {} out, or run on a TPU</source>
        <translation>{}을(를) 빼거나 TPU에서 실행하세요</translation>
    </message>
    <message>
        <source>{}: frequency_estimator takes the global step as its learning rate</source>
        <translation>{}: frequency_estimator는 전역 단계를 학습률로 씁니다</translation>
    </message>
    <message>
        <source>Make the learning rate dynamic and wire the step, as a float, to learning_rates</source>
        <translation>학습률을 동적으로 하고 단계를 float로 learning_rates에 연결하세요</translation>
    </message>
    <message>
        <source>{}: the CPU reference does not apply weight_exponent to the activations</source>
        <translation>{}: CPU 기준 구현은 weight_exponent를 활성값에 적용하지 않습니다</translation>
    </message>
    <message>
        <source>Read the activations as the estimated steps between two look-ups</source>
        <translation>활성값을 두 조회 사이의 추정 단계 수로 읽으세요</translation>
    </message>
    <message>
        <source>{}: the CPU reference sums the gradients of equal ids before it updates, although gradient accumulation is disabled</source>
        <translation>{}: 기울기 누적이 꺼져 있지만 CPU 기준 구현은 갱신하기 전에 같은 id의 기울기를 더합니다</translation>
    </message>
    <message>
        <source>A TPU may give other values</source>
        <translation>TPU에서는 값이 다를 수 있습니다</translation>
    </message>
    <message>
        <source>{}: simulated_quantization needs num_buckets of 2 or more and both clipping_limits</source>
        <translation>{}: simulated_quantization에는 2 이상의 num_buckets와 두 clipping_limits가 있어야 합니다</translation>
    </message>
    <message>
        <source>Give them, or leave simulated_quantization out</source>
        <translation>이들을 주거나 simulated_quantization을 빼세요</translation>
    </message>
    <message>
        <source>{}: {} is {}</source>
        <translation>{}: {}이(가) {}입니다</translation>
    </message>
    <message>
        <source>Give a number</source>
        <translation>숫자를 주세요</translation>
    </message>
    <message>
        <source>{}: the learning rate is {}: each step goes up the slope of the loss</source>
        <translation>{}: 학습률이 {}입니다. 단계마다 손실이 커지는 쪽으로 갑니다</translation>
    </message>
    <message>
        <source>{}: weight_decay_factor is {}: each step makes the weights larger</source>
        <translation>{}: weight_decay_factor가 {}입니다. 단계마다 가중치가 커집니다</translation>
    </message>
    <message>
        <source>{}: {} of {} is {}</source>
        <translation>{0}: {2}의 {1}이(가) {3}입니다</translation>
    </message>
    <message>
        <source>{}: {} needs gradient accumulation, which is disabled</source>
        <translation>{}: {}에는 기울기 누적이 필요한데 꺼져 있습니다</translation>
    </message>
    <message>
        <source>Leave gradient_accumulation_status out, or {}</source>
        <translation>gradient_accumulation_status나 {}을(를) 빼세요</translation>
    </message>
    <message>
        <source>Give a lower limit that is below the upper one</source>
        <translation>위쪽 한계보다 작은 아래쪽 한계를 주세요</translation>
    </message>
    <message>
        <source>the CPU reference does not know what num_features does here: TensorFlow does not document it</source>
        <translation>CPU 기준 구현은 여기서 num_features의 뜻을 알지 못합니다. TensorFlow 문서에 없습니다</translation>
    </message>
    <message>
        <source>the features of the config have the tables {}</source>
        <translation>config의 특성은 테이블이 {}입니다</translation>
    </message>
    <message>
        <source>table {} has num_features: {}, but {} arrive</source>
        <translation>테이블 {}은(는) num_features: {}인데 {}개가 들어옵니다</translation>
    </message>
    <message>
        <source>Wire one tensor for each feature of a table (a sequence counts as its length)</source>
        <translation>테이블의 특성마다 텐서 하나를 연결하세요(시퀀스는 그 길이로 셉니다)</translation>
    </message>
    <message>
        <source>{} tensors for {} features</source>
        <translation>특성 {1}개에 텐서 {0}개</translation>
    </message>
    <message>
        <source>{} tensors for {} tables</source>
        <translation>테이블 {1}개에 텐서 {0}개</translation>
    </message>
    <message>
        <source>Wire one for each</source>
        <translation>하나마다 하나씩 연결하세요</translation>
    </message>
    <message>
        <source>this block needs a config with features</source>
        <translation>이 블록에는 특성이 있는 config가 있어야 합니다</translation>
    </message>
    <message>
        <source>Add feature_descriptor {{ ... }} to the config of {}, or use EnqueueTPUEmbeddingSparseTensorBatch</source>
        <translation>{}의 config에 feature_descriptor {{ ... }}을 추가하거나 EnqueueTPUEmbeddingSparseTensorBatch를 쓰세요</translation>
    </message>
    <message>
        <source>the CPU reference must know its shape to tell dense, sparse and ragged features apart</source>
        <translation>CPU 기준 구현이 밀집, 희소, ragged 특성을 가려내려면 shape을 알아야 합니다</translation>
    </message>
    <message>
        <source>Give it a fixed shape</source>
        <translation>고정된 shape을 주세요</translation>
    </message>
    <message>
        <source>{} columns for the input_shape {}</source>
        <translation>input_shape {1}에 열이 {0}개입니다</translation>
    </message>
    <message>
        <source>Wire {}: one for each dimension and one for what is combined</source>
        <translation>{}개를 연결하세요. 차원마다 하나, 그리고 합쳐지는 것에 하나입니다</translation>
    </message>
    <message>
        <source>nothing loads the table {}: it begins with zeros</source>
        <translation>테이블 {}을(를) 불러오는 것이 없어 0에서 시작합니다</translation>
    </message>
    <message>
        <source>{} of {} in the gradient</source>
        <translation>기울기 안 {1}의 {0}</translation>
    </message>
    <message>
        <source>uint32 indices and float weights of one batch for {}</source>
        <translation>{}의 한 배치에 대한 uint32 인덱스와 float 가중치</translation>
    </message>
    <message>
        <source>Wire the output of XlaRecvTPUEmbeddingDeduplicationData</source>
        <translation>XlaRecvTPUEmbeddingDeduplicationData의 출력을 연결하세요</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s documentation calls it a variant of a paper&apos;s algorithm and does not say which</source>
        <translation>TensorFlow 문서는 논문에 나온 알고리즘의 변형이라고만 하고 어느 것인지 밝히지 않습니다</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s documentation does not say how it extends the algorithm of the paper that it names</source>
        <translation>TensorFlow 문서는 언급한 논문의 알고리즘을 어떻게 확장하는지 밝히지 않습니다</translation>
    </message>
    <message>
        <source>the rule in TensorFlow&apos;s documentation contradicts itself: it multiplies by the gradient twice and leaves the learning rate out</source>
        <translation>TensorFlow 문서의 규칙이 모순됩니다. 기울기를 두 번 곱하고 학습률을 빠뜨립니다</translation>
    </message>
    <message>
        <source>it is a program for the TPU itself</source>
        <translation>TPU 자체를 위한 프로그램입니다</translation>
    </message>
    <message>
        <source>initvalues has the shape {}, but shape says {}</source>
        <translation>initvalues의 shape은 {}인데 shape에는 {}(이)라고 되어 있습니다</translation>
    </message>
    <message>
        <source>Initialise it now, or reset the sessions</source>
        <translation>지금 초기화하거나 세션을 초기화하세요</translation>
    </message>
    <message>
        <source>not in this run</source>
        <translation>이 실행에 없음</translation>
    </message>
    <message>
        <source>no matrix of numbers</source>
        <translation>숫자 행렬이 아님</translation>
    </message>
    <message>
        <source>no page that can run is open</source>
        <translation>실행할 수 있는 페이지가 열려 있지 않습니다</translation>
    </message>
    <message numerus="yes">
        <source>--map: {} value changed</source>
        <comment>--map: {} values changed</comment>
        <translation>
            <numerusform>--map: 값 {}개가 바뀌었습니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} output</source>
        <comment>{} outputs</comment>
        <translation>
            <numerusform>{}개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1} has {0} wire and needs at least {2}</source>
        <comment>{1} has {0} wires and needs at least {2}</comment>
        <translation>
            <numerusform>{1}에 와이어가 {0}개인데 적어도 {2}개 있어야 합니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>lists {} dtype</source>
        <comment>lists {} dtypes</comment>
        <translation>
            <numerusform>dtype {}개를 열거합니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} output arrives at {}, but {} {}</source>
        <comment>{} outputs arrive at {}, but {} {}</comment>
        <translation>
            <numerusform>{1}에 출력 {0}개가 들어오는데 {2}: {3}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the job {1!r} has no task {2}: it has {0} task, 0</source>
        <comment>the job {1!r} has no task {2}: it has {0} tasks, 0 to {3}</comment>
        <translation>
            <numerusform>job {1!r}에 태스크 {2}이(가) 없습니다. 태스크는 {0}개, 0부터 {3}까지입니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{1}: {0} line cannot be read: {2}</source>
        <comment>{1}: {0} lines cannot be read: {2}</comment>
        <translation>
            <numerusform>{1}: {0}행을 읽을 수 없습니다: {2}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>one step of this page supplies {} gradient</source>
        <comment>one step of this page supplies {} gradients</comment>
        <translation>
            <numerusform>이 페이지는 한 단계에 기울기 {}개를 냅니다</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} value is in {}, which needs {}: batch, height, width, channels</source>
        <comment>{} values are in {}, which needs {}: batch, height, width, channels</comment>
        <translation>
            <numerusform>{1}에 값이 {0}개인데 {2}개 있어야 합니다: 배치, 높이, 너비, 채널</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} learning rate</source>
        <comment>{} learning rates</comment>
        <translation>
            <numerusform>학습률 {}개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} tag</source>
        <comment>{} tags</comment>
        <translation>
            <numerusform>태그 {}개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} combiner</source>
        <comment>{} combiners</comment>
        <translation>
            <numerusform>combiner {}개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} table id</source>
        <comment>{} table ids</comment>
        <translation>
            <numerusform>테이블 id {}개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} length</source>
        <comment>{} lengths</comment>
        <translation>
            <numerusform>길이 {}개</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} table</source>
        <comment>{} tables</comment>
        <translation>
            <numerusform>테이블 {}개</numerusform>
        </translation>
    </message>
    <message>
        <source>{0}: ours {1}, theirs {2}, before {3}</source>
        <translation>{0}: 우리 쪽 {1}, 상대 쪽 {2}, 이전 {3}</translation>
    </message>
    <message>
        <source>Both sides of a merge changed it: choose one</source>
        <translation>병합한 두 쪽이 모두 바꿨습니다. 하나를 고르세요</translation>
    </message>
    <message>
        <source>the frozen graph cannot count up the seeds {}: it draws random ones</source>
        <translation>동결된 그래프는 시드 {}을(를) 하나씩 올릴 수 없어 무작위 시드를 씁니다</translation>
    </message>
    <message>
        <source>run with --feed {}=VALUE</source>
        <translation>--feed {}=VALUE로 실행하세요</translation>
    </message>
    <message>
        <source>Look for values that need much computation</source>
        <translation>계산이 많이 필요한 값을 찾아보세요</translation>
    </message>
    <message>
        <source>allow more time with --timeout</source>
        <translation>--timeout으로 시간을 더 주세요</translation>
    </message>
    <message>
        <source>Give its folder {} on this machine</source>
        <translation>폴더 {}이(가) 이 컴퓨터의 어디에 있는지 지정하세요</translation>
    </message>
    <message>
        <source>run with --map &apos;{}={}&apos;</source>
        <translation>--map &apos;{}={}&apos;(으)로 실행하세요</translation>
    </message>
    <message>
        <source>Base: {}</source>
        <translation>기준: {}</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>둘 다</translation>
    </message>
    <message>
        <source>Add a Feed for {}: random numbers {}</source>
        <translation>{}에 Feed 추가: 난수 {}</translation>
    </message>
    <message>
        <source>Give {} the value {}</source>
        <translation>{}에 값 {} 주기</translation>
    </message>
    <message>
        <source>Give {} an array: {}</source>
        <translation>{}에 배열 주기: {}</translation>
    </message>
    <message>
        <source>Give {} the content of a file…</source>
        <translation>{}에 파일의 내용 주기…</translation>
    </message>
    <message>
        <source>it is not a text in UTF-8</source>
        <translation>UTF-8 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>{}: it has no numbers</source>
        <translation>{}: 수가 없습니다</translation>
    </message>
    <message>
        <source>it has no object of names and numbers, such as {&quot;dense/MatMul&quot;: 1.5}</source>
        <translation>{&quot;dense/MatMul&quot;: 1.5}처럼 이름과 수로 된 객체가 없습니다</translation>
    </message>
    <message>
        <source>entry {}, {:.60}: the value is not a number</source>
        <translation>항목 {}, {:.60}: 값이 수가 아닙니다</translation>
    </message>
    <message>
        <source>entry {}, {:.60}</source>
        <translation>항목 {}, {:.60}</translation>
    </message>
    <message>
        <source>entry {}, {:.60}: the name occurs twice</source>
        <translation>항목 {}, {:.60}: 이름이 두 번 나옵니다</translation>
    </message>
    <message>
        <source>row 1: it has no titles of a column of names and a column of numbers</source>
        <translation>행 1: 이름 열과 수 열의 제목이 없습니다</translation>
    </message>
    <message>
        <source>row 1: a title occurs twice</source>
        <translation>행 1: 제목이 두 번 나옵니다</translation>
    </message>
    <message>
        <source>row {}: it has {} cells, row 1 has {}</source>
        <translation>행 {}: {}칸인데 행 1은 {}칸입니다</translation>
    </message>
    <message>
        <source>row {}, {:.60}: the name occurs twice</source>
        <translation>행 {}, {:.60}: 이름이 두 번 나옵니다</translation>
    </message>
    <message>
        <source>row {}, {:.60}</source>
        <translation>행 {}, {:.60}</translation>
    </message>
    <message>
        <source>row {}: it has no name</source>
        <translation>행 {}: 이름이 없습니다</translation>
    </message>
    <message>
        <source>{}: “{:.60}” is not a number</source>
        <translation>{}: “{:.60}”은(는) 수가 아닙니다</translation>
    </message>
    <message>
        <source>{}: the number is not finite, or too large</source>
        <translation>{}: 수가 유한하지 않거나 너무 큽니다</translation>
    </message>
    <message>
        <source>{} was written by another program, or an older Blockloom: take one of the two files</source>
        <translation>{}은(는) 다른 프로그램이나 이전 Blockloom이 쓴 파일입니다. 두 파일 중 하나를 고르세요</translation>
    </message>
    <message>
        <source>the weights {} in {} have a dtype that TensorFlow does not have: {}</source>
        <translation>가중치 {}({}에 있음)의 dtype이 TensorFlow에 없는 것입니다: {}</translation>
    </message>
    <message>
        <source>Feed it: a Feed block wired to the Session&apos;s inputs, or the default of an Arg</source>
        <translation>값을 공급하세요. Session의 inputs에 연결된 Feed 블록이나 Arg의 기본값을 쓰세요</translation>
    </message>
    <message>
        <source>Its frame places it on a task of a cluster: run it with this task as its target, grpc://HOST:PORT</source>
        <translation>프레임이 이 블록을 클러스터의 태스크에 둡니다. 이 태스크를 대상으로 실행하세요: grpc://HOST:PORT</translation>
    </message>
    <message>
        <source>Another page has left something else under this name on {}: name a container for this one, or give it another shared_name</source>
        <translation>다른 페이지가 {}에 이 이름으로 다른 것을 남겼습니다. 이 블록에 container를 지정하거나 다른 shared_name을 주세요</translation>
    </message>
    <message>
        <source>{} {} so far; the required number is unknown, since it cannot be read while the step runs</source>
        <translation>지금까지 {1} {0}개. 필요한 개수는 단계가 실행되는 동안 읽을 수 없어 알 수 없습니다</translation>
    </message>
    <message>
        <source>{}. The local_step {} is older than the accumulator&apos;s step, which is at least {}, so the gradient was dropped</source>
        <translation>{}. local_step {}이(가) 적어도 {}인 누산기의 단계보다 오래되어 기울기를 버렸습니다</translation>
    </message>
    <message>
        <source>the variable {} is of shape {}, and its value in the checkpoint, {}, of shape {}: the checkpoint belongs to another model</source>
        <translation>변수 {}은(는) shape이 {}인데, 체크포인트에 있는 값 {}은(는) shape이 {}입니다. 체크포인트가 다른 모델의 것입니다</translation>
    </message>
    <message>
        <source>it needs graph version {2} or later, and the installed TensorFlow {0} has version {1}: its results may differ here</source>
        <translation>그래프 버전 {2} 이상이 필요한데, 설치된 TensorFlow {0}의 버전은 {1}입니다. 여기서는 결과가 다를 수 있습니다</translation>
    </message>
    <message numerus="yes">
        <source>saved run of {1}, {0:,} step</source>
        <comment>saved run of {1}, {0:,} steps</comment>
        <translation>
            <numerusform>{1}의 저장한 실행, {0:,}단계</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{} feature</source>
        <comment>{} features</comment>
        <translation>
            <numerusform>특성 {}개</numerusform>
        </translation>
    </message>
    <message>
        <source>A window slides over images and takes a weighted sum of all channels in it, once for each filter. With `groups` the channels are parted, and each part gives its own filters.</source>
        <translation>창이 이미지 위를 움직이며 필터마다 한 번씩 그 안의 모든 채널의 가중합을 구합니다. `groups`를 쓰면 채널이 나뉘고 각 부분이 자기 필터를 줍니다.</translation>
    </message>
    <message>
        <source>y = x KERNEL + BIAS, and the activation of that. x has any number of dimensions; the last one becomes `units` long.</source>
        <translation>y = x KERNEL + BIAS와 그 활성화. x의 차원은 몇 개든 되고, 마지막 차원이 `units` 길이가 됩니다.</translation>
    </message>
    <message>
        <source>The weights of a convolution in groups as those of one over all channels: 0 from the channels of a group to the filters of another.</source>
        <translation>그룹 합성곱의 가중치를 모든 채널에 대한 것으로 만든 것: 한 그룹의 채널에서 다른 그룹의 필터로는 0.</translation>
    </message>
    <message>
        <source>Drop stale</source>
        <translation>낡은 기울기 버리기</translation>
    </message>
    <message>
        <source>When several workers train one model, a gradient may be applied long after it was computed, when the weights have moved on. DROP wraps the optimizer SGD: it notes the global step STEP before GRADS computes, and compares when APPLY applies. After more than `staleness` updates in between, the gradients are dropped, STEP stays, and stale_counter goes up.</source>
        <translation>여러 워커가 한 모델을 학습하면 기울기가 계산되고 한참 뒤, 가중치가 이미 움직인 다음에 적용되기도 합니다. DROP은 옵티마이저 SGD를 감쌉니다. GRADS가 계산하기 전에 전역 단계 STEP을 적어 두고 APPLY가 적용할 때 견줍니다. 그사이 갱신이 `staleness`번보다 많았으면 기울기를 버리고, STEP은 그대로이며 stale_counter가 올라갑니다.</translation>
    </message>
    <message>
        <source>These blocks play the other workers: between GRADS and APPLY they count STEP up by 1, 2, 3, 0, 1, 2, 3, 0 ... With staleness 1, two of every four gradients are dropped: run 8 steps and DROP.stale_counter is 4.</source>
        <translation>이 블록들은 다른 워커 역할을 합니다. GRADS와 APPLY 사이에 STEP을 1, 2, 3, 0, 1, 2, 3, 0 ...씩 올립니다. staleness가 1이면 기울기 넷 가운데 둘을 버립니다. 8단계를 실행하면 DROP.stale_counter가 4입니다.</translation>
    </message>
    <message>
        <source>Set staleness to 0: only every fourth gradient is applied.
Set it to 3: all are. W comes down to 0 faster the more are applied.</source>
        <translation>staleness를 0으로 하면 넷 가운데 하나만 적용됩니다.
3으로 하면 모두 적용됩니다. 많이 적용될수록 W가 빨리 0으로 내려갑니다.</translation>
    </message>
    <message>
        <source>Image edges</source>
        <translation>이미지 윤곽</translation>
    </message>
    <message>
        <source>Rings, and where they are steep: two Sobel kernels in one Conv2D give the slope across and down, STRENGTH is its length.
Run one step, select EDGES, press Ctrl+I and choose Image to look at its two channels.</source>
        <translation>고리와 그 가파른 곳: Conv2D 하나에 든 두 Sobel 커널이 가로와 세로의 기울기를 내고 STRENGTH는 그 길이입니다.
한 단계를 실행하고 EDGES를 선택한 뒤 Ctrl+I를 누르고 이미지를 고르면 두 채널이 보입니다.</translation>
    </message>
    <message>
        <source>Linear regression</source>
        <translation>선형 회귀</translation>
    </message>
    <message>
        <source>Fits y = W x + B to eight points that lie near y = 2 x + 1.
Run 100 steps: the loss chart falls, W goes to 2 and B to 1. Reset starts again from 0.</source>
        <translation>y = 2 x + 1 가까이에 있는 점 여덟 개에 y = W x + B를 맞춥니다.
100단계를 실행하면 손실 차트가 내려가고 W는 2, B는 1로 갑니다. 초기화하면 0에서 다시 시작합니다.</translation>
    </message>
    <message>
        <source>GRADS differentiates LOSS by W and by B;
the two descent blocks take a step of size alpha against it.</source>
        <translation>GRADS는 LOSS를 W와 B로 미분하고,
두 하강 블록은 그 반대쪽으로 alpha만큼 움직입니다.</translation>
    </message>
    <message>
        <source>Matrix product</source>
        <translation>행렬 곱</translation>
    </message>
    <message>
        <source>A is 2 x 3, B is 3 x 2: the product is 2 x 2.
Type other matrices into their value pins, or set transpose_b in the inspector.</source>
        <translation>A는 2 x 3, B는 3 x 2이므로 곱은 2 x 2입니다.
값 핀에 다른 행렬을 입력하거나 속성 창에서 transpose_b를 설정해 보세요.</translation>
    </message>
    <message>
        <source>Optimizers</source>
        <translation>옵티마이저</translation>
    </message>
    <message>
        <source>Fits W so that the rows of X, multiplied by W and summed, come near Y. TRAIN computes the gradient of LOSS by every variable that LOSS depends on, here W, and lets ADAM apply it; STEP counts the updates.</source>
        <translation>X의 행에 W를 곱해 더한 값이 Y에 가까워지도록 W를 맞춥니다. TRAIN은 LOSS가 의존하는 모든 변수, 여기서는 W에 대한 LOSS의 기울기를 계산해 ADAM으로 적용하고, STEP은 갱신을 셉니다.</translation>
    </message>
    <message>
        <source>The results of the optimizer include its slots: m:W and v:W are Adam&apos;s averages for W, beta1_power and beta2_power its corrections. They live as long as W does, also over edits.
Put another optimizer in its place and compare how fast LOSS falls.</source>
        <translation>옵티마이저가 지니는 것은 결과에 있습니다. m:W와 v:W는 W에 대한 Adam의 평균, beta1_power와 beta2_power는 보정값입니다. 편집해도 W만큼 오래 남습니다.
다른 옵티마이저로 바꿔 LOSS가 얼마나 빨리 내려가는지 견주어 보세요.</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>큐</translation>
    </message>
    <message>
        <source>Each step puts three numbers into the queue and takes two out, so it grows by one a step.
In the eleventh step there is no room for three more: PUT waits, and the page shows it.</source>
        <translation>단계마다 수 세 개를 큐에 넣고 두 개를 꺼내므로 한 단계에 하나씩 늘어납니다.
열한 번째 단계에는 셋을 더 넣을 자리가 없어 PUT이 기다리고, 페이지가 이를 알려 줍니다.</translation>
    </message>
    <message>
        <source>The dashed control wires order the step: PUT, then TAKE, then LEFT.</source>
        <translation>점선으로 된 제어 와이어가 단계의 차례를 정합니다: PUT, TAKE, LEFT.</translation>
    </message>
    <message>
        <source>Resource accumulator</source>
        <translation>리소스 누산기</translation>
    </message>
    <message>
        <source>Synchronous training on one page. APPLY_A and APPLY_B are two workers: each adds its gradient to the accumulator ACC, signed with the step at which it was computed. TAKE blocks until num_required gradients are there, gives their mean, empties ACC and counts ACC&apos;s own step up by one. TRAIN goes against the mean.</source>
        <translation>한 페이지에서 하는 동기 학습. APPLY_A와 APPLY_B는 두 워커입니다. 저마다 기울기를 계산한 단계를 적어 누산기 ACC에 더합니다. TAKE는 기울기가 num_required개 모일 때까지 기다렸다가 평균을 내고, ACC를 비우고, ACC의 단계를 하나 올립니다. TRAIN은 평균의 반대쪽으로 갑니다.</translation>
    </message>
    <message>
        <source>A worker that has fallen behind: it signs with its own step BEHIND, which stays at 0. In the first step its gradient of 1000 still counts (COUNT shows 3); after that ACC&apos;s step is past 0 and it is ignored (COUNT shows 2).
Let BEHIND begin at 100, press Reset, and it counts in every step.</source>
        <translation>뒤처진 워커: 0에 머무는 자신의 단계 BEHIND를 적습니다. 첫 단계에는 기울기 1000이 아직 반영되고(COUNT는 3), 그다음에는 ACC의 단계가 0을 지나 무시됩니다(COUNT는 2).
BEHIND를 100에서 시작하게 하고 초기화를 누르면 모든 단계에서 반영됩니다.</translation>
    </message>
    <message>
        <source>Set num_required to 4 and press Reset: the first step supplies three gradients, so TAKE waits and says &quot;3 of 4 gradients&quot;. Stop the run: the gathered gradients stay, and the next run adds the missing one.</source>
        <translation>num_required를 4로 하고 초기화를 누르세요. 첫 단계에는 기울기가 세 개라서 TAKE가 기다리며 &quot;기울기 4개 중 3개&quot;라고 알려 줍니다. 실행을 멈춰도 모인 것은 남고, 다음 실행이 모자란 것을 더합니다.</translation>
    </message>
    <message>
        <source>Sparse accumulator</source>
        <translation>희소 누산기</translation>
    </message>
    <message>
        <source>Each step adds 0.1 to the variable V and applies it to the accumulator as a sparse gradient: rows 2 and 4 of a 5 x 2 tensor.</source>
        <translation>단계마다 변수 V에 0.1을 더하고 이를 희소 기울기로 누산기에 적용합니다: 5 x 2 텐서의 2행과 4행.</translation>
    </message>
    <message>
        <source>TAKE blocks until num_required gradients are there, then gives their mean and empties the accumulator. Try num_required 2: one step supplies only one gradient, so TAKE waits.</source>
        <translation>TAKE는 기울기가 num_required개 모일 때까지 기다렸다가 평균을 내고 누산기를 비웁니다. num_required를 2로 해 보세요. 한 단계에 기울기가 하나뿐이라 TAKE가 기다립니다.</translation>
    </message>
    <message>
        <source>Switch counter</source>
        <translation>Switch 카운터</translation>
    </message>
    <message>
        <source>Counts 1, 2, 3 and begins again at 0. SWITCH sends NEXT to one of its outputs; the other branch is dead in that step and shows &quot;no value&quot;. MERGE passes on the branch that is alive.</source>
        <translation>1, 2, 3을 세고 다시 0부터 시작합니다. SWITCH는 NEXT를 두 출력 가운데 하나로 보냅니다. 다른 가지는 그 단계에 죽어 있어 &quot;값 없음&quot;으로 보입니다. MERGE는 살아 있는 가지를 넘깁니다.</translation>
    </message>
    <message>
        <source>TPU embedding</source>
        <translation>TPU 임베딩</translation>
    </message>
    <message>
        <source>The tables of a TPU embedding live in the TPU; its own ops fill them, look rows up and update them. On a machine without a TPU this page runs by the CPU reference: the same blocks, lowered to ordinary ops. blockloom convert tpu_embedding.loom page.pb keeps the real TPU ops for a TPU.</source>
        <translation>TPU 임베딩의 테이블은 TPU 안에 있으며, 전용 op이 채우고 조회하고 갱신합니다. TPU가 없는 컴퓨터에서는 이 페이지가 CPU 기준 구현으로 실행됩니다. 같은 블록이 일반 op으로 변환됩니다. blockloom convert tpu_embedding.loom page.pb는 TPU를 위해 진짜 TPU op을 남깁니다.</translation>
    </message>
    <message>
        <source>Set-up, once when the session begins. CONFIGURE describes the tables and their optimizers as protobuf text: word (8 rows of 2) is shared by two features and trained by Adagrad, user (4 rows of 2) by gradient descent. The others say @CONFIGURE to use the same text. The Load blocks give the tables, and the slots of their optimizers, the first values.</source>
        <translation>준비, 세션이 시작할 때 한 번. CONFIGURE는 테이블과 옵티마이저를 protobuf 텍스트로 적습니다. word(2개씩 8행)는 두 특성이 함께 쓰고 Adagrad로, user(2개씩 4행)는 경사 하강법으로 학습합니다. 나머지는 @CONFIGURE로 같은 텍스트를 씁니다. Load 블록은 테이블과 옵티마이저의 슬롯에 첫 값을 줍니다.</translation>
    </message>
    <message>
        <source>ENQUEUE puts a batch of 3 samples into a queue: for each of three features the ids of each sample, with weights. Id 5 is looked up by both features of word, id 3 twice in one sample, and sample 1 has no id in the second feature. word takes the mean of a sample&apos;s rows, user the sum.</source>
        <translation>ENQUEUE는 샘플 3개짜리 배치를 큐에 넣습니다. 세 특성마다 샘플별 id와 가중치가 있습니다. id 5는 word의 두 특성이 모두 조회하고, id 3은 한 샘플에서 두 번 나오며, 샘플 1은 둘째 특성에 id가 없습니다. word는 샘플의 행을 평균하고 user는 더합니다.</translation>
    </message>
    <message>
        <source>DEDUP takes the next batch. RECV looks it up: outputs[0] are the rows of word, 3 samples x 2 features, outputs[1] the 3 rows of user. The empty sample gives zeros.</source>
        <translation>DEDUP은 다음 배치를 가져오고 RECV는 이를 조회합니다. outputs[0]은 word의 행(샘플 3개 x 특성 2개), outputs[1]은 user의 3행입니다. 빈 샘플은 0이 됩니다.</translation>
    </message>
    <message>
        <source>The loss is how far the activations are from typed-in targets. GRADS differentiates it by the activations: that is what SEND wants.</source>
        <translation>손실은 활성값이 입력한 목표에서 얼마나 떨어져 있는가입니다. GRADS는 이를 활성값으로 미분하며, SEND가 받는 것이 이것입니다.</translation>
    </message>
    <message>
        <source>The learning rate of tag 0, that of word, comes by wire and falls as 1 / sqrt(step). That of user is a constant in the config.</source>
        <translation>태그 0, 곧 word의 학습률은 와이어로 들어오며 1 / sqrt(step)으로 작아집니다. user의 학습률은 config에 있는 상수입니다.</translation>
    </message>
    <message>
        <source>SEND passes each gradient on to the rows that made up the activation, sums those of equal ids, and the optimizer changes each row once. user is kept between -2 and 2.</source>
        <translation>SEND는 기울기를 활성값을 이룬 행으로 넘기고 같은 id의 것을 더하며, 옵티마이저는 각 행을 한 번만 바꿉니다. user는 -2와 2 사이로 유지됩니다.</translation>
    </message>
    <message>
        <source>WORD and USER show the tables as the step leaves them. Run 100 steps: LOSS goes to 0, and rows that no sample names stay as they were.</source>
        <translation>WORD와 USER는 단계가 끝났을 때의 테이블을 보여 줍니다. 100단계를 실행하면 LOSS가 0으로 가고, 어떤 샘플도 쓰지 않은 행은 그대로입니다.</translation>
    </message>
    <message>
        <source>XOR network</source>
        <translation>XOR 신경망</translation>
    </message>
    <message>
        <source>A network of two layers learns XOR: run 200 steps. The loss falls on its chart, PREDICTED becomes LABELS.</source>
        <translation>두 층 신경망이 XOR을 배웁니다. 200단계를 실행하면 차트의 손실이 내려가고 PREDICTED가 LABELS와 같아집니다.</translation>
    </message>
    <message>
        <source>The same weights on a grid of 40 x 40 points around the four of X: MAP is the chance of a 1 at each.
Mute the blocks of this frame and the network learns without it.</source>
        <translation>X의 네 점을 둘러싼 40 x 40 격자에서 같은 가중치를 쓴 것. MAP은 각 점이 1일 확률입니다.
이 프레임의 블록을 꺼도 신경망은 학습합니다.</translation>
    </message>
    <message>
        <source>A window slides over sequences and takes a weighted sum of all channels in it, once for each filter. With `groups` the channels are parted, and each part gives its own filters.</source>
        <translation>창이 시퀀스 위를 움직이며 필터마다 한 번씩 그 안의 모든 채널의 가중합을 구합니다. `groups`를 쓰면 채널이 나뉘고 각 부분이 자기 필터를 줍니다.</translation>
    </message>
    <message>
        <source>A window slides over volumes and takes a weighted sum of all channels in it, once for each filter. With `groups` the channels are parted, and each part gives its own filters.</source>
        <translation>창이 볼륨 위를 움직이며 필터마다 한 번씩 그 안의 모든 채널의 가중합을 구합니다. `groups`를 쓰면 채널이 나뉘고 각 부분이 자기 필터를 줍니다.</translation>
    </message>
    <message>
        <source>A convolution the other way round: each pixel spreads over a window, `strides` apart, with a weight for each channel and filter. Images become larger.</source>
        <translation>거꾸로 하는 합성곱: 각 픽셀이 `strides` 간격으로 창에 퍼지며, 채널과 필터마다 가중치가 있습니다. 이미지가 커집니다.</translation>
    </message>
    <message>
        <source>A loop over time: LSTM_cell, from the first position of a sequence to the last. The part of BIAS that decides what is kept begins with 1, the rest with 0. At positions that `mask` leaves out the state stays as it was.</source>
        <translation>시간에 따른 반복: 시퀀스의 첫 위치부터 마지막까지 LSTM_cell. BIAS에서 무엇을 유지할지 정하는 부분은 1로, 나머지는 0으로 시작합니다. `mask`가 빼는 위치에서는 상태가 그대로입니다.</translation>
    </message>
    <message>
        <source>A loop over time: GRU_cell, from the first position of a sequence to the last. BIAS has a row for the inputs and one for the state. At positions that `mask` leaves out the state stays as it was.</source>
        <translation>시간에 따른 반복: 시퀀스의 첫 위치부터 마지막까지 GRU_cell. BIAS에는 입력용 행과 상태용 행이 있습니다. `mask`가 빼는 위치에서는 상태가 그대로입니다.</translation>
    </message>
    <message>
        <source>One step of the loop over time: LSTM_cell on the inputs of step t; its state goes into the list of outputs. Where the mask says that the position does not count, the state stays as it was.</source>
        <translation>시간 반복의 한 단계: 단계 t의 입력에 대한 LSTM_cell. 그 상태는 출력 목록에 들어갑니다. 마스크가 위치를 세지 않는다고 하면 상태가 그대로입니다.</translation>
    </message>
    <message>
        <source>One step of the loop over time: GRU_cell on the inputs of step t; its state goes into the list of outputs. Where the mask says that the position does not count, the state stays as it was.</source>
        <translation>시간 반복의 한 단계: 단계 t의 입력에 대한 GRU_cell. 그 상태는 출력 목록에 들어갑니다. 마스크가 위치를 세지 않는다고 하면 상태가 그대로입니다.</translation>
    </message>
    <message>
        <source>Runs the page. One step fetches every output wired to fetch_outputs and runs every operation wired to run_outputs, together, in one TensorFlow session with its own variables. Sessions of a page run one after the other, in the order of their ids. A page without a Session block gets one that fetches and runs whatever nothing else uses. An opened GraphDef or MetaGraph has a Session that fetches its outputs and runs nothing: a run trains, saves or restores only if you wire that to a Session, or ask for it with --fetch. With --fetch, such a Session fetches the named outputs instead of its own, and only the blocks that these need run.</source>
        <translation>페이지를 실행합니다. 단계마다 fetch_outputs에 연결된 출력을 모두 가져오고 run_outputs에 연결된 연산을 모두, 자체 변수를 가진 한 TensorFlow 세션에서 함께 실행합니다. 페이지의 세션은 id의 차례대로 하나씩 실행됩니다. Session 블록이 없는 페이지에는 다른 데서 쓰이지 않는 것을 모두 가져오고 실행하는 세션이 생깁니다. 연 GraphDef나 MetaGraph에는 그 출력을 가져오고 아무것도 실행하지 않는 Session이 있습니다. 학습, 저장, 복원은 그것을 Session에 연결하거나 --fetch로 요청해야만 실행됩니다. --fetch를 쓰면 그런 Session은 자기 출력 대신 지정한 출력을 가져오며, 거기에 필요한 블록만 실행됩니다.</translation>
    </message>
    <message>
        <source>Validates what the page&apos;s Session trains, with the variables of that: in a run of epochs it runs after each of them, to the end of its data; in other runs it does nothing. Data and metrics begin anew for it, with what its `inputs` feed: a `training` that is fed false gives the validation rows and turns off dropout. `history` tells of each epoch the numbers that it fetches: those of the last step, so fetch metrics that sum up an epoch.</source>
        <translation>페이지의 Session이 학습하는 것을 그 변수로 검증합니다. 에포크 실행에서는 에포크마다 그 뒤에 데이터 끝까지 실행되고, 다른 실행에서는 아무것도 하지 않습니다. 데이터와 지표는 `inputs`가 주는 값으로 새로 시작합니다: false를 받은 `training`은 검증 행을 고르고 dropout을 끕니다. `history`는 에포크마다 가져온 수, 곧 마지막 단계의 수를 알려 주므로 에포크를 합산하는 지표를 가져오세요.</translation>
    </message>
    <message>
        <source>How many updates may come between: a whole number. Below 0, fresh gradients are dropped as well.</source>
        <translation>사이에 몇 번까지 갱신되어도 되는지: 정수. 0보다 작으면 낡지 않은 기울기도 버립니다.</translation>
    </message>
    <message>
        <source>The settings were reset: {}</source>
        <translation>설정을 처음부터 새로 시작합니다: {}</translation>
    </message>
    <message>
        <source>Pages can be drawn and checked. To run them: {}</source>
        <translation>페이지를 그리고 검사할 수 있습니다. 실행하려면: {}</translation>
    </message>
    <message>
        <source>New page…</source>
        <translation>새 페이지…</translation>
    </message>
    <message>
        <source>Device, such as /device:GPU:0</source>
        <translation>장치, 예: /device:GPU:0</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>제목</translation>
    </message>
    <message>
        <source>Unknown block type: {0}</source>
        <translation>알 수 없는 블록 유형: {0}</translation>
    </message>
    <message>
        <source>Train on It…</source>
        <translation>이것으로 훈련…</translation>
    </message>
    <message>
        <source>Add a Block That Reads It</source>
        <translation>그것을 읽는 블록 추가</translation>
    </message>
    <message>
        <source>Press Tab or double click here to add a block, or drag a type from the list.</source>
        <translation>Tab을 누르거나 여기를 두 번 클릭해 블록을 추가하거나, 목록에서 유형을 끌어다 놓으세요.</translation>
    </message>
    <message>
        <source>Gradient of the loss:</source>
        <translation>손실의 그래디언트:</translation>
    </message>
    <message>
        <source>loses a wire</source>
        <translation>와이어 하나를 잃음</translation>
    </message>
    <message>
        <source>loses {0} wires</source>
        <translation>와이어 {0}개를 잃음</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>모든 파일</translation>
    </message>
    <message>
        <source>Slider of {0}</source>
        <translation>{0}의 슬라이더</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>최소</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>최대</translation>
    </message>
    <message>
        <source>Step, 0 for any number</source>
        <translation>간격, 0이면 모든 수</translation>
    </message>
    <message>
        <source>Tables of numbers</source>
        <translation>숫자 표</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>그림</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>숫자</translation>
    </message>
    <message>
        <source>nothing is written, since what would be could not be loaded: {}</source>
        <translation>쓴 것을 불러올 수 없으므로 아무것도 쓰지 않았습니다: {}</translation>
    </message>
    <message>
        <source>of step {0}</source>
        <translation>{0}단계의 값</translation>
    </message>
    <message>
        <source>with it the model would take more than {:,} MiB, and its file takes {:,} KiB: it is made to fill the memory, or damaged</source>
        <translation>이것까지 하면 모델이 {:,} MiB를 넘게 차지하는데 파일은 {:,} KiB입니다. 메모리를 채우려고 만든 것이거나 손상되었습니다</translation>
    </message>
    <message>
        <source>{}: reading it takes more than {} MiB of memory: no sound file of its size does</source>
        <translation>{}: 읽는 데 {} MiB가 넘는 메모리가 듭니다. 이 크기의 온전한 파일은 그렇지 않습니다</translation>
    </message>
    <message>
        <source>the installed TensorFlow does not know these attributes of its ops, and they are left out: {}. What it computes here may be something else</source>
        <translation>설치된 TensorFlow는 연산의 이 속성들을 알지 못하므로 제외되었습니다: {}. 여기서 계산되는 것이 다를 수 있습니다</translation>
    </message>
    <message>
        <source>What a model calls its page as a signature, where a page cannot be called so: tensorflow/serving/regress.</source>
        <translation>페이지에 붙일 수 없는 이름일 때, 모델이 그 페이지를 시그니처로 부르는 이름: tensorflow/serving/regress.</translation>
    </message>
    <message>
        <source>&quot;arrays&quot; must map keys to hashes</source>
        <translation>&quot;arrays&quot;는 키를 해시에 대응시켜야 합니다</translation>
    </message>
    <message>
        <source>another program is at work there</source>
        <translation>다른 프로그램이 그곳에서 작업 중입니다</translation>
    </message>
    <message>
        <source>Take the weights that {} has now</source>
        <translation>{}에 지금 있는 가중치 받아들이기</translation>
    </message>
    <message>
        <source>{}: weights of a document are in this file: choose another name</source>
        <translation>{}: 이 파일에 문서의 가중치가 있습니다. 다른 이름을 고르세요</translation>
    </message>
    <message>
        <source>the weights {} in {} are not those that the document was saved with</source>
        <translation>{1}의 가중치 {0}은(는) 문서를 저장할 때의 것이 아닙니다</translation>
    </message>
    <message>
        <source>it does not begin with a header</source>
        <translation>헤더로 시작하지 않습니다</translation>
    </message>
    <message>
        <source>what it says of {!r:.60} cannot be</source>
        <translation>{!r:.60}에 대한 내용이 있을 수 없는 것입니다</translation>
    </message>
    <message>
        <source>its arrays do not lie one behind the other</source>
        <translation>배열들이 차례로 이어져 있지 않습니다</translation>
    </message>
    <message>
        <source>there are no values of the type {!r:.40}</source>
        <translation>{!r:.40} 형의 값은 없습니다</translation>
    </message>
    <message>
        <source>not finite: first seen in step {0}</source>
        <translation>유한하지 않음: {0}단계에서 처음 보임</translation>
    </message>
    <message>
        <source>an array of the shape {} cannot be had</source>
        <translation>모양이 {}인 배열은 만들 수 없습니다</translation>
    </message>
    <message>
        <source>{}: {}. {}</source>
        <translation>{}: {}. {}</translation>
    </message>
    <message>
        <source>there is no file {}</source>
        <translation>{} 파일이 없습니다</translation>
    </message>
    <message>
        <source>{} is {}, and only floating point numbers have gradients</source>
        <translation>{}은(는) {}이며, 부동소수점 수에만 기울기가 있습니다</translation>
    </message>
    <message>
        <source>greater than 0</source>
        <translation>0보다 커야 함</translation>
    </message>
    <message>
        <source>0 or more</source>
        <translation>0 이상</translation>
    </message>
    <message>
        <source>0 or less</source>
        <translation>0 이하</translation>
    </message>
    <message>
        <source>{} is {}, and has to be {}</source>
        <translation>{}이(가) {}입니다. 조건: {}</translation>
    </message>
    <message>
        <source>Type another number</source>
        <translation>다른 수를 입력하세요</translation>
    </message>
    <message>
        <source>Make the other inputs {}: set it where they are typed, or insert a Cast</source>
        <translation>다른 입력을 {}(으)로 만드세요: 입력된 곳에서 설정하거나 Cast를 넣으세요</translation>
    </message>
    <message>
        <source>{!r:.40} is not a dtype: did you mean {}?</source>
        <translation>{!r:.40}은(는) dtype이 아닙니다. {}을(를) 뜻하셨나요?</translation>
    </message>
    <message>
        <source>in the file, {0} is {1}</source>
        <translation>파일에서 {0}은(는) {1}입니다</translation>
    </message>
    <message>
        <source>Drag: wire it to another pin</source>
        <translation>끌기: 다른 핀에 연결</translation>
    </message>
    <message>
        <source>Double click: type a value</source>
        <translation>두 번 누르기: 값 입력</translation>
    </message>
    <message>
        <source>Drag: select · double click or Tab: add a block · middle button: move the page</source>
        <translation>끌기: 선택 · 두 번 누르기 또는 Tab: 블록 추가 · 가운데 단추: 페이지 이동</translation>
    </message>
    <message>
        <source>Drag: wire · double click: its result</source>
        <translation>끌기: 연결 · 두 번 누르기: 결과</translation>
    </message>
    <message>
        <source>Drag: wire</source>
        <translation>끌기: 연결</translation>
    </message>
    <message>
        <source>Click: find the origin of the non-finite value</source>
        <translation>클릭: 유한하지 않은 값의 근원 찾기</translation>
    </message>
    <message>
        <source>Drag to another block: set which one runs first</source>
        <translation>다른 블록으로 끌어 실행 순서를 정합니다</translation>
    </message>
    <message>
        <source>Click: true or false</source>
        <translation>누르기: 참 또는 거짓</translation>
    </message>
    <message>
        <source>Drag: change the value</source>
        <translation>끌기: 다른 값</translation>
    </message>
    <message>
        <source>Drag: move · double click: rename</source>
        <translation>끌기: 이동 · 두 번 누르기: 이름 바꾸기</translation>
    </message>
    <message>
        <source>Drag: move · double click: results · right button: more</source>
        <translation>끌기: 이동 · 두 번 누르기: 결과 · 오른쪽 단추: 더 보기</translation>
    </message>
    <message>
        <source>Double click: results</source>
        <translation>두 번 누르기: 결과</translation>
    </message>
    <message>
        <source>Double click: add a block in between · drag: change the route · Del: delete</source>
        <translation>두 번 누르기: 사이에 블록 넣기 · 끌기: 경로 변경 · Del: 삭제</translation>
    </message>
    <message>
        <source>Drag: move it with its blocks · double click: expand</source>
        <translation>끌기: 블록과 함께 이동 · 두 번 누르기: 펼치기</translation>
    </message>
    <message>
        <source>Drag: move it with its blocks · double click: edit the title</source>
        <translation>끌기: 블록과 함께 이동 · 두 번 누르기: 제목 편집</translation>
    </message>
    <message>
        <source>Click: collapse or expand</source>
        <translation>누르기: 접기 또는 펼치기</translation>
    </message>
    <message>
        <source>Click: show each pin · drag: move the frame with its blocks</source>
        <translation>클릭: 핀을 하나씩 보기 · 끌기: 프레임을 블록과 함께 이동</translation>
    </message>
    <message>
        <source>Drag: move · double click: edit the text</source>
        <translation>끌기: 이동 · 두 번 누르기: 글 편집</translation>
    </message>
    <message>
        <source>Drag: change the size</source>
        <translation>끌기: 크기 변경</translation>
    </message>
    <message>
        <source>Click: unpin</source>
        <translation>누르기: 고정 해제</translation>
    </message>
    <message>
        <source>Click: show fixes</source>
        <translation>클릭: 해결책 보기</translation>
    </message>
    <message>
        <source>Click: select it in the list of changes</source>
        <translation>클릭: 변경 목록에서 선택</translation>
    </message>
    <message>
        <source>Drag: wire · double click: type a value</source>
        <translation>끌기: 연결 · 두 번 누르기: 값 입력</translation>
    </message>
    <message>
        <source>frame</source>
        <translation>프레임</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>색</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>일시 중지</translation>
    </message>
    <message>
        <source>page</source>
        <translation>페이지</translation>
    </message>
    <message>
        <source>look of wires</source>
        <translation>전선의 모양</translation>
    </message>
    <message>
        <source>title</source>
        <translation>제목</translation>
    </message>
    <message>
        <source>text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>device</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>library</source>
        <translation>라이브러리</translation>
    </message>
    <message>
        <source>order of pages</source>
        <translation>페이지 순서</translation>
    </message>
    <message>
        <source>size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>background</source>
        <translation>배경</translation>
    </message>
    <message>
        <source>slider</source>
        <translation>슬라이더</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>책갈피</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>삭제됨</translation>
    </message>
    <message>
        <source>base {}</source>
        <translation>기준 {}</translation>
    </message>
    <message>
        <source>runs after</source>
        <translation>다음에 실행</translation>
    </message>
    <message>
        <source>frame {}</source>
        <translation>프레임 {}</translation>
    </message>
    <message>
        <source>note {}</source>
        <translation>메모 {}</translation>
    </message>
    <message>
        <source>ours: {}</source>
        <translation>우리 것: {}</translation>
    </message>
    <message>
        <source>theirs: {}</source>
        <translation>저쪽 것: {}</translation>
    </message>
    <message>
        <source>is there</source>
        <translation>있음</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>알 수 없음</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>유한하지 않음</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>개요</translation>
    </message>
    <message>
        <source>Saved runs</source>
        <translation>저장한 실행</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>비용</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>History of the file</source>
        <translation>파일의 기록</translation>
    </message>
    <message>
        <source>the document as it was opened</source>
        <translation>열었을 때의 문서</translation>
    </message>
    <message>
        <source>the file on disk</source>
        <translation>디스크의 파일</translation>
    </message>
    <message>
        <source>common ancestor</source>
        <translation>둘이 갈라져 나온 곳</translation>
    </message>
    <message>
        <source>{0} at {1}</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>{} days ago</source>
        <translation>{}일 전</translation>
    </message>
    <message>
        <source>Conflicts</source>
        <translation>충돌</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>문서</translation>
    </message>
    <message>
        <source>Cannot merge</source>
        <translation>병합할 수 없음</translation>
    </message>
    <message>
        <source>not initialised: {0}</source>
        <translation>초기화 안 됨: {0}</translation>
    </message>
    <message>
        <source>step {0}: {1} has its initial value</source>
        <translation>단계 {0}: {1} 초깃값으로 설정됨</translation>
    </message>
    <message>
        <source>{1} initialised, at step {0}</source>
        <translation>단계 {0}: {1} 초깃값으로 설정됨</translation>
    </message>
    <message>
        <source>step {0}: {1}</source>
        <translation>단계 {0}: {1}</translation>
    </message>
    <message>
        <source>the validation of epoch {0} failed or timed out</source>
        <translation>에포크 {0}의 검증이 실패했거나 시간이 다 됨</translation>
    </message>
    <message>
        <source>step {}, failed</source>
        <translation>{} 단계, 실패</translation>
    </message>
    <message>
        <source>done, step {}</source>
        <translation>완료, {}단계</translation>
    </message>
    <message>
        <source>done, step {0}: {1} is true</source>
        <translation>완료, 단계 {0}: {1} 참</translation>
    </message>
    <message>
        <source>done, step {0}: {1} is false</source>
        <translation>완료, 단계 {0}: {1} 거짓</translation>
    </message>
    <message>
        <source>step {0}: end of the data of {1}</source>
        <translation>단계 {0}: {1}의 데이터 끝</translation>
    </message>
    <message>
        <source>stopped after step {}</source>
        <translation>{}단계 뒤 중지됨</translation>
    </message>
    <message>
        <source>timed out after step {}</source>
        <translation>{}단계 뒤 시간 초과</translation>
    </message>
    <message>
        <source>{0}; {1}</source>
        <translation>{0}; {1}</translation>
    </message>
    <message>
        <source>Use letters, digits, _ and -.</source>
        <translation>글자, 숫자, _, -를 쓰세요.</translation>
    </message>
    <message>
        <source>{} is already used on this page.</source>
        <translation>{}은(는) 이 페이지에서 이미 쓰입니다.</translation>
    </message>
    <message>
        <source>Rename {}</source>
        <translation>{} 이름 바꾸기</translation>
    </message>
    <message>
        <source>id</source>
        <translation>id</translation>
    </message>
    <message>
        <source>The block&apos;s name on its page.</source>
        <translation>페이지에서 블록의 이름.</translation>
    </message>
    <message>
        <source>starting TensorFlow</source>
        <translation>TensorFlow를 시작하는 중</translation>
    </message>
    <message>
        <source>Another window cannot be started: {}</source>
        <translation>새 창을 열 수 없습니다: {}</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>계속</translation>
    </message>
    <message>
        <source>Keep the step and continue the run (F5)</source>
        <translation>단계를 남기고 실행을 계속합니다 (F5)</translation>
    </message>
    <message>
        <source>Step Over</source>
        <translation>한 블록 앞으로</translation>
    </message>
    <message>
        <source>Show the values after the next block (F10)</source>
        <translation>다음 블록 뒤의 값을 보입니다 (F10)</translation>
    </message>
    <message>
        <source>Step Back</source>
        <translation>한 블록 뒤로</translation>
    </message>
    <message>
        <source>Show the values before the last block (Ctrl+F10)</source>
        <translation>마지막 블록 앞의 값을 보입니다 (Ctrl+F10)</translation>
    </message>
    <message>
        <source>Next Call</source>
        <translation>다음 호출</translation>
    </message>
    <message>
        <source>Continue to the next call with a hit (Shift+F10)</source>
        <translation>중단점에 걸린 다음 호출까지 계속합니다 (Shift+F10)</translation>
    </message>
    <message>
        <source>Roll Back Step</source>
        <translation>단계 되돌리기</translation>
    </message>
    <message>
        <source>Stop the run and restore the state before the step (Shift+F5)</source>
        <translation>실행을 중지하고 단계 이전의 상태를 복원합니다 (Shift+F5)</translation>
    </message>
    <message>
        <source>Select the block that gets a breakpoint</source>
        <translation>중단점을 설정할 블록을 선택하세요</translation>
    </message>
</context>
<context>
    <name>Adding</name>
    <message>
        <source>The block keeps its name and values: type only the name of the new type</source>
        <translation>유형을 바꾸는 블록은 이름과 값을 유지합니다. 유형 이름만 입력하세요</translation>
    </message>
    <message>
        <source>Insert into {0}</source>
        <translation>{0}(으)로</translation>
    </message>
    <message>
        <source>Replace {0}</source>
        <translation>{0} 대신</translation>
    </message>
    <message>
        <source>Wire to {0}</source>
        <translation>{0} 받기</translation>
    </message>
    <message>
        <source>Wire into {0}</source>
        <translation>{0}에 주기</translation>
    </message>
</context>
<context>
    <name>AutoLayout</name>
    <message>
        <source>There is nothing to arrange: the page has no blocks.</source>
        <translation>배치할 것이 없습니다. 페이지에 블록이 없습니다.</translation>
    </message>
    <message>
        <source>Not arranged: cancelled.</source>
        <translation>배치 안 함: 취소했습니다.</translation>
    </message>
    <message>
        <source>Arranging…</source>
        <translation>배치하는 중…</translation>
    </message>
    <message>
        <source>Arrange</source>
        <translation>배치</translation>
    </message>
    <message>
        <source>Not arranged: {}</source>
        <translation>배치 안 함: {}</translation>
    </message>
    <message>
        <source>Not arranged: the process that does it ended unexpectedly.</source>
        <translation>배치 안 함: 배치 프로세스가 예기치 않게 끝났습니다.</translation>
    </message>
    <message>
        <source>Not arranged: the page changed meanwhile. Arrange it again.</source>
        <translation>배치 안 함: 그사이 페이지가 바뀌었습니다. 다시 배치하세요.</translation>
    </message>
    <message>
        <source>The page is already arranged.</source>
        <translation>이미 배치되어 있습니다.</translation>
    </message>
    <message>
        <source>Arrange Page</source>
        <translation>페이지 배치</translation>
    </message>
    <message>
        <source>Arrange Selection</source>
        <translation>선택 항목 배치</translation>
    </message>
</context>
<context>
    <name>AutoRun</name>
    <message>
        <source>A step runs after each edit that leaves the page without errors</source>
        <translation>페이지에 오류가 없으면 편집할 때마다 한 단계가 실행됩니다</translation>
    </message>
    <message>
        <source>Edits no longer run a step</source>
        <translation>이제 편집해도 실행하지 않습니다</translation>
    </message>
</context>
<context>
    <name>Autosave</name>
    <message>
        <source>The damaged crash journal is kept as {}.</source>
        <translation>손상된 복구 기록은 {}(으)로 남겨 둡니다.</translation>
    </message>
    <message>
        <source>autosaved</source>
        <translation>자동 저장됨</translation>
    </message>
    <message>
        <source>Every edit is written to a crash journal within a second, and recovered after a crash.
The document&apos;s own file changes only when you save it.</source>
        <translation>모든 편집은 1초 안에 복구 기록에 쓰이고, 비정상 종료 뒤 복구됩니다.
문서 파일은 저장할 때만 바뀝니다.</translation>
    </message>
    <message>
        <source>Edits are autosaved again.</source>
        <translation>편집이 다시 자동 저장됩니다.</translation>
    </message>
    <message>
        <source>not autosaved</source>
        <translation>자동 저장 안 됨</translation>
    </message>
    <message>
        <source>The crash journal cannot be written: {}</source>
        <translation>복구 기록을 쓸 수 없습니다: {}</translation>
    </message>
    <message>
        <source>Edits are not autosaved: the crash journal cannot be written: {}. Save often.</source>
        <translation>편집이 자동 저장되지 않습니다. 복구 기록을 쓸 수 없습니다: {}. 자주 저장하세요.</translation>
    </message>
    <message>
        <source>Another window of Blockloom has unsaved changes of {}.</source>
        <translation>{}에는 다른 Blockloom 창에서 저장하지 않은 변경이 있습니다.</translation>
    </message>
    <message>
        <source>No unsaved edits were found.</source>
        <translation>저장하지 않은 편집이 없습니다.</translation>
    </message>
    <message>
        <source>Another program changed {} after the crash: {} of {} edits no longer apply.</source>
        <translation>{}이(가) 비정상 종료 뒤 다른 프로그램에서 바뀌었습니다. 더는 맞지 않는 편집: {}/{}개.</translation>
    </message>
    <message>
        <source>Edits before the first damaged line of the crash journal were recovered.</source>
        <translation>복구 기록에서 처음으로 손상된 행 앞까지의 편집을 복구했습니다.</translation>
    </message>
    <message>
        <source>Looking for edits to recover…</source>
        <translation>복구할 편집을 찾는 중…</translation>
    </message>
    <message>
        <source>Recovered edit</source>
        <translation>복구된 편집</translation>
    </message>
    <message>
        <source>Recovering {}…</source>
        <translation>{} 복구 중…</translation>
    </message>
    <message>
        <source>{} recovered. Save to keep it.</source>
        <translation>{}을(를) 복구했습니다. 저장하면 유지됩니다.</translation>
    </message>
</context>
<context>
    <name>BatchesPage</name>
    <message>
        <source>In a different &amp;order in each epoch</source>
        <translation>에포크마다 다른 차례로(&amp;O)</translation>
    </message>
    <message>
        <source>S&amp;cale inputs</source>
        <translation>입력 크기 맞추기(&amp;C)</translation>
    </message>
    <message>
        <source>The same seed gives the same split and the same order; 0 gives another order each time</source>
        <translation>시드가 같으면 같은 나눔과 순서. 0이면 매번 다른 순서</translation>
    </message>
    <message>
        <source>&amp;Rows of a batch</source>
        <translation>배치의 행 수(&amp;R)</translation>
    </message>
    <message>
        <source>For &amp;validation</source>
        <translation>검증용(&amp;V)</translation>
    </message>
    <message>
        <source>of the rows, not used for training</source>
        <translation>의 행은 학습에 쓰지 않음</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>시드(&amp;S)</translation>
    </message>
    <message>
        <source>Of {0} rows about {1} are for training, in {2} steps an epoch, and {3} for validation.</source>
        <translation>{0}개 행 가운데 약 {1}개가 훈련용(에포크당 {2}스텝), {3}개가 검증용입니다.</translation>
    </message>
    <message>
        <source>Pictures get values from 0 to 1.</source>
        <translation>그림의 값은 0에서 1까지가 됩니다.</translation>
    </message>
    <message>
        <source>Each column gets the mean 0 and the deviation 1.</source>
        <translation>열마다 평균 0, 표준편차 1이 되게 합니다.</translation>
    </message>
</context>
<context>
    <name>BlockTimings</name>
    <message>
        <source>Runs are no longer timed</source>
        <translation>이제 실행 시간을 재지 않습니다</translation>
    </message>
    <message>
        <source>The next run measures the time of each block</source>
        <translation>다음 실행에서 블록마다 걸린 시간을 잽니다</translation>
    </message>
    <message>
        <source>{0}: a step takes {1} (mean of {2}); slowest: {3}</source>
        <translation>{0}: 한 단계에 {1} (단계 {2}개의 평균), 가장 느린 것: {3}</translation>
    </message>
    <message>
        <source>Time in a step</source>
        <translation>한 단계에 걸리는 시간</translation>
    </message>
</context>
<context>
    <name>BoxForm</name>
    <message>
        <source>Frame</source>
        <translation>프레임</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>title</source>
        <translation>제목</translation>
    </message>
    <message>
        <source>Prefixes the names of the blocks inside.</source>
        <translation>안에 있는 블록 이름 앞에 붙습니다.</translation>
    </message>
    <message>
        <source>device</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>Where the blocks inside run, such as /CPU:0.</source>
        <translation>안에 있는 블록이 실행될 곳, 예: /CPU:0.</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>메모 텍스트</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>적용</translation>
    </message>
    <message>
        <source>Change {}</source>
        <translation>{} 변경</translation>
    </message>
</context>
<context>
    <name>CallBox</name>
    <message>
        <source>The call whose values are shown</source>
        <translation>값을 보이는 호출</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>호출</translation>
    </message>
    <message>
        <source>A function: run to see the values of its calls</source>
        <translation>함수: 실행하면 호출마다의 값이 보입니다</translation>
    </message>
    <message>
        <source>of {0}</source>
        <translation>/ {0}</translation>
    </message>
</context>
<context>
    <name>Card</name>
    <message>
        <source>Results</source>
        <translation>결과</translation>
    </message>
</context>
<context>
    <name>ChooseOther</name>
    <message>
        <source>Document</source>
        <translation>문서</translation>
    </message>
    <message>
        <source>About</source>
        <translation>설명</translation>
    </message>
    <message>
        <source>A file or a revision</source>
        <translation>파일 또는 리비전</translation>
    </message>
    <message>
        <source>A file, or a revision of this one: main, HEAD~2…</source>
        <translation>파일 또는 이 파일의 리비전: main, HEAD~2…</translation>
    </message>
    <message>
        <source>&amp;File…</source>
        <translation>파일(&amp;F)…</translation>
    </message>
    <message>
        <source>Common ancestor</source>
        <translation>둘이 갈라져 나온 곳</translation>
    </message>
    <message>
        <source>&amp;Common ancestor:</source>
        <translation>둘이 갈라져 나온 곳(&amp;B):</translation>
    </message>
    <message>
        <source>&amp;Merge</source>
        <translation>병합(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>비교(&amp;C)</translation>
    </message>
    <message>
        <source>{} and:</source>
        <translation>{} 및:</translation>
    </message>
    <message>
        <source>Asking git…</source>
        <translation>git에 묻는 중…</translation>
    </message>
    <message>
        <source>git has no other branch with this file.</source>
        <translation>git에 이 파일이 있는 다른 브랜치가 없습니다.</translation>
    </message>
    <message>
        <source>git has no commit of this file.</source>
        <translation>git에 이 파일의 커밋이 없습니다.</translation>
    </message>
    <message>
        <source>The document is not saved in a file: git has no commits of it.</source>
        <translation>문서가 파일에 없습니다: git에 커밋이 없습니다.</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>병합</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>Found by git</source>
        <translation>git이 찾음</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>열었을 때 그대로</translation>
    </message>
    <message>
        <source>None: there is no common version</source>
        <translation>없음: 둘 다 새로 시작함</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>파일…</translation>
    </message>
</context>
<context>
    <name>CodeEdit</name>
    <message>
        <source>Completions</source>
        <translation>자동 완성</translation>
    </message>
</context>
<context>
    <name>ColumnsPage</name>
    <message>
        <source>Separator</source>
        <translation>구분 문자</translation>
    </message>
    <message>
        <source>comma</source>
        <translation>쉼표</translation>
    </message>
    <message>
        <source>semicolon</source>
        <translation>쌍반점</translation>
    </message>
    <message>
        <source>tab</source>
        <translation>탭</translation>
    </message>
    <message>
        <source>bar</source>
        <translation>세로줄</translation>
    </message>
    <message>
        <source>blanks</source>
        <translation>공백</translation>
    </message>
    <message>
        <source>&amp;The first line has names</source>
        <translation>첫 줄은 이름(&amp;T)</translation>
    </message>
    <message>
        <source>Cells are separated by</source>
        <translation>칸 구분</translation>
    </message>
    <message>
        <source>Rows are &amp;pictures of size</source>
        <translation>행이 그림임(&amp;P), 크기</translation>
    </message>
    <message>
        <source>Size of pictures</source>
        <translation>그림 크기</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>높이</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>너비</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>채널</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>클래스</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>수</translation>
    </message>
    <message>
        <source>&amp;Labels</source>
        <translation>레이블(&amp;L)</translation>
    </message>
    <message>
        <source>The target &amp;is</source>
        <translation>배울 것은(&amp;I)</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>클래스</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>클래스</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>그림</translation>
    </message>
    <message>
        <source>The labels are {}.</source>
        <translation>레이블: {}.</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>아직 없음</translation>
    </message>
    <message>
        <source>Another File…</source>
        <translation>다른 파일…</translation>
    </message>
    <message>
        <source>Arrays ({})</source>
        <translation>배열 ({})</translation>
    </message>
    <message>
        <source>Labels of the rows</source>
        <translation>행의 레이블</translation>
    </message>
</context>
<context>
    <name>CommandBox</name>
    <message>
        <source>Commands</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Type the name of a command</source>
        <translation>명령 이름을 입력하세요</translation>
    </message>
    <message>
        <source>1 result</source>
        <translation>결과 1개</translation>
    </message>
    <message>
        <source>{} results</source>
        <translation>결과 {}개</translation>
    </message>
    <message>
        <source>No command, block, example or help page has these words.</source>
        <translation>이 낱말이 있는 명령, 블록, 예제, 도움말이 없습니다.</translation>
    </message>
    <message>
        <source>Commands found</source>
        <translation>찾은 명령</translation>
    </message>
    <message>
        <source>That cannot be done now: {}</source>
        <translation>지금은 할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>That cannot be done now.</source>
        <translation>지금은 할 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>CommandRows</name>
    <message>
        <source>Help</source>
        <translation>도움말</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>예제</translation>
    </message>
</context>
<context>
    <name>CommonForm</name>
    <message>
        <source>Common inputs</source>
        <translation>공통 입력</translation>
    </message>
    <message>
        <source>Common attributes</source>
        <translation>공통 속성</translation>
    </message>
    <message>
        <source>(several values)</source>
        <translation>(여러 값)</translation>
    </message>
    <message>
        <source>Set {} of {} blocks</source>
        <translation>블록 {1}개의 {0} 설정</translation>
    </message>
    <message>
        <source>Del clears several values</source>
        <translation>여러 값은 Del로 지웁니다</translation>
    </message>
</context>
<context>
    <name>ComparisonPanel</name>
    <message>
        <source>Changes</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>&amp;Take the Other&apos;s</source>
        <translation>다른 쪽 가져오기(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Keep What Is Here</source>
        <translation>여기 있는 것 유지(&amp;K)</translation>
    </message>
    <message>
        <source>Take All of the &amp;Page</source>
        <translation>이 페이지 모두 가져오기(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Ours</source>
        <translation>우리 것(&amp;O)</translation>
    </message>
    <message>
        <source>T&amp;heirs</source>
        <translation>저쪽 것(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Base</source>
        <translation>기준(&amp;B)</translation>
    </message>
    <message>
        <source>Bot&amp;h</source>
        <translation>둘 다(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Update the Page</source>
        <translation>페이지 갱신(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Dismiss</source>
        <translation>잊기(&amp;F)</translation>
    </message>
    <message>
        <source>Pre&amp;vious</source>
        <translation>이전(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>다음(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Include Layout</source>
        <translation>배치도 함께(&amp;L)</translation>
    </message>
    <message>
        <source>Also list changes that affect only position or appearance</source>
        <translation>위치나 모양만 다른 것도 목록에 넣습니다</translation>
    </message>
    <message>
        <source>Compare N&amp;umbers</source>
        <translation>숫자 비교(&amp;U)</translation>
    </message>
    <message>
        <source>Run the page in front from both documents, and list the blocks whose results differ</source>
        <translation>앞에 있는 페이지를 두 문서에서 실행하고, 결과가 다른 블록을 나열합니다</translation>
    </message>
    <message>
        <source>Compare &amp;With…</source>
        <translation>다음과 비교(&amp;W)…</translation>
    </message>
    <message>
        <source>&amp;End</source>
        <translation>끝내기(&amp;E)</translation>
    </message>
    <message>
        <source>Stop comparing</source>
        <translation>더 이상 비교하지 않습니다</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>더 보기(&amp;M)</translation>
    </message>
    <message>
        <source>Theirs</source>
        <translation>저쪽</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>{} (open)</source>
        <translation>{} (열림)</translation>
    </message>
    <message>
        <source>Largest difference</source>
        <translation>가장 큰 차이</translation>
    </message>
    <message>
        <source>+ here only   − there only   ~ different</source>
        <translation>+ 여기에만   − 저기에만   ~ 다름</translation>
    </message>
    <message>
        <source>List {:,} Kept Changes</source>
        <translation>유지한 {:,}개 보기</translation>
    </message>
    <message>
        <source>Choose what to compare the open document with.</source>
        <translation>열린 문서를 무엇과 비교할지 고르세요.</translation>
    </message>
    <message>
        <source>{}: comparing…</source>
        <translation>{}:  비교 중…</translation>
    </message>
    <message>
        <source>{}: no differences</source>
        <translation>{}: 둘이 같습니다</translation>
    </message>
    <message>
        <source>{}: only the layout differs</source>
        <translation>{}: 배치만 다릅니다</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>문서</translation>
    </message>
    <message>
        <source>No changes.</source>
        <translation>차이가 없습니다.</translation>
    </message>
    <message>
        <source>Take the version of {} into the open document (Ctrl+Enter)</source>
        <translation>{}에 있는 것을 열린 문서로 가져옵니다 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Keep the version of the open document, and remove the change from the list (Del)</source>
        <translation>여기 있는 대로 두고 목록에서 뺍니다 (Del)</translation>
    </message>
</context>
<context>
    <name>Comparisons</name>
    <message>
        <source>Choose what to compare with first: File &gt; Versions &gt; Compare</source>
        <translation>먼저 비교할 것을 고르세요: 파일 &gt; 버전 &gt; 비교</translation>
    </message>
    <message>
        <source>Cannot compare</source>
        <translation>비교할 수 없음</translation>
    </message>
    <message>
        <source>Reading {}…</source>
        <translation>{} 읽는 중…</translation>
    </message>
    <message>
        <source>{0} in {1}</source>
        <translation>{1}의 {0}</translation>
    </message>
    <message>
        <source>This page is in {} only.</source>
        <translation>이 페이지는 {}에만 있습니다.</translation>
    </message>
    <message>
        <source>Cannot merge</source>
        <translation>병합할 수 없음</translation>
    </message>
    <message>
        <source>Merging {}…</source>
        <translation>{} 병합 중…</translation>
    </message>
    <message>
        <source>{} has nothing new</source>
        <translation>{}에 새로운 것이 없습니다</translation>
    </message>
    <message>
        <source>Merge with {}</source>
        <translation>{}과(와) 병합</translation>
    </message>
    <message>
        <source>Merged with {}</source>
        <translation>{}과(와) 병합함</translation>
    </message>
    <message>
        <source>before the merge</source>
        <translation>병합 전</translation>
    </message>
</context>
<context>
    <name>ConditionalBreakpointDialog</name>
    <message>
        <source>Conditional Breakpoint</source>
        <translation>조건부 중단점</translation>
    </message>
    <message>
        <source>max(abs(BLOCK.PIN)) &gt; 10</source>
        <translation>max(abs(블록.핀)) &gt; 10</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>조건</translation>
    </message>
    <message>
        <source>Set &amp;Breakpoint</source>
        <translation>중단점 설정(&amp;B)</translation>
    </message>
    <message>
        <source>Only in the instance {0}</source>
        <translation>인스턴스 {0}에서만</translation>
    </message>
    <message>
        <source>Runs pause at a step in which an element of {0} is not finite.</source>
        <translation>{0}의 요소 중 유한하지 않은 것이 있는 단계에서 실행을 일시 중지합니다.</translation>
    </message>
    <message>
        <source>Runs pause at a step in which this is true for every element of {0}.</source>
        <translation>{0}의 모든 요소에 대해 이것이 참인 단계에서 실행을 일시 중지합니다.</translation>
    </message>
</context>
<context>
    <name>ConsentBar</name>
    <message>
        <source>&amp;Show</source>
        <translation>보기(&amp;S)</translation>
    </message>
    <message>
        <source>List the blocks and their effects</source>
        <translation>블록과 그 작용을 나열합니다</translation>
    </message>
    <message>
        <source>Trust this content and run</source>
        <translation>이 내용을 신뢰하고 실행</translation>
    </message>
    <message>
        <source>Do not ask again for documents in this folder and its subfolders</source>
        <translation>이 폴더와 하위 폴더의 문서는 더 묻지 않음</translation>
    </message>
    <message>
        <source>Side effects of the page</source>
        <translation>페이지의 부작용</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>실행(&amp;R)</translation>
    </message>
    <message>
        <source>Trust the &amp;Folder and Run</source>
        <translation>폴더를 신뢰하고 실행(&amp;F)</translation>
    </message>
    <message>
        <source>Do not run</source>
        <translation>실행하지 않음</translation>
    </message>
    <message>
        <source>This document was not made or trusted here.</source>
        <translation>이 문서는 여기서 만들지 않았고 신뢰하지도 않았습니다.</translation>
    </message>
</context>
<context>
    <name>CostPanel</name>
    <message>
        <source>Examples: </source>
        <translation>예제: </translation>
    </message>
    <message>
        <source>&amp;Count</source>
        <translation>세기(&amp;C)</translation>
    </message>
    <message>
        <source>Parameters, operations and memory of the page as it is now</source>
        <translation>지금 페이지의 매개변수, 연산, 메모리</translation>
    </message>
    <message>
        <source>&amp;Time a Step</source>
        <translation>스텝 시간 재기(&amp;T)</translation>
    </message>
    <message>
        <source>Batch size</source>
        <translation>배치 크기</translation>
    </message>
    <message>
        <source>Batch size for inputs whose first dimension is unknown</source>
        <translation>첫 차원을 알 수 없는 입력의 배치 크기</translation>
    </message>
    <message>
        <source>Run one step and record the time of each op; uses more memory</source>
        <translation>한 단계를 실행하며 op마다 시간을 기록합니다. 메모리를 더 씁니다</translation>
    </message>
    <message>
        <source>&amp;Save Trace…</source>
        <translation>추적 저장(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the start and duration of each op, for https://ui.perfetto.dev or chrome://tracing</source>
        <translation>op마다 시작과 걸린 시간을 https://ui.perfetto.dev 또는 chrome://tracing용으로 저장합니다</translation>
    </message>
    <message>
        <source>Colours on the page</source>
        <translation>페이지의 색</translation>
    </message>
    <message>
        <source>The cost that the blocks on the page show as colours</source>
        <translation>페이지의 블록이 색으로 보이는 비용</translation>
    </message>
    <message>
        <source>No Colours</source>
        <translation>색 없음</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>매개변수</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>활성값</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시간</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>할당</translation>
    </message>
    <message>
        <source>Counting {}…</source>
        <translation>{} 세는 중…</translation>
    </message>
    <message>
        <source>The TensorFlow process does not answer.</source>
        <translation>TensorFlow 프로세스가 답하지 않습니다.</translation>
    </message>
    <message>
        <source>{0}: {1:,} parameters.</source>
        <translation>{0}: 매개변수 {1:,}개.</translation>
    </message>
    <message>
        <source>Shapes of {} ops are not known.</source>
        <translation>연산 {}개의 모양을 모릅니다.</translation>
    </message>
    <message>
        <source>Loops count as one iteration.</source>
        <translation>루프는 한 번 반복으로 셉니다.</translation>
    </message>
    <message>
        <source>The step has no trace: steps on a target cannot be traced.</source>
        <translation>단계에 추적이 없습니다. 대상에서 실행되는 단계는 추적할 수 없습니다.</translation>
    </message>
    <message>
        <source>Tracing slows down short ops: compare their shares, not their times.</source>
        <translation>추적하면 짧은 op이 느려집니다. 시간이 아니라 비율을 비교하세요.</translation>
    </message>
    <message>
        <source>The first step takes longer: time another step.</source>
        <translation>첫 단계는 더 오래 걸립니다. 다른 단계를 재세요.</translation>
    </message>
    <message>
        <source>The {:,} shortest ops are not shown.</source>
        <translation>가장 짧은 op {:,}개는 보이지 않습니다.</translation>
    </message>
    <message>
        <source>Save the trace</source>
        <translation>추적 저장</translation>
    </message>
    <message>
        <source>Traces (*.json)</source>
        <translation>추적 (*.json)</translation>
    </message>
    <message>
        <source>{} is saved: open it in https://ui.perfetto.dev</source>
        <translation>{}을(를) 저장했습니다. https://ui.perfetto.dev에서 여세요</translation>
    </message>
    <message>
        <source>{} was removed from the page.</source>
        <translation>페이지에서 {}이(가) 삭제되었습니다.</translation>
    </message>
    <message>
        <source>Blocks with errors are not counted.</source>
        <translation>오류가 있는 블록은 세지 않습니다.</translation>
    </message>
    <message>
        <source>Step {0}, traced: {1}, {2:,} ops.</source>
        <translation>스텝 {0}, 추적됨: {1}, 연산 {2:,}개.</translation>
    </message>
    <message>
        <source>Count the page before a run, or time a step of it.</source>
        <translation>실행 전에 페이지를 세거나, 한 스텝의 시간을 재세요.</translation>
    </message>
    <message>
        <source>The page was edited since.</source>
        <translation>그 뒤로 페이지가 편집되었습니다.</translation>
    </message>
</context>
<context>
    <name>DataDialog</name>
    <message>
        <source>Data from…</source>
        <translation>데이터 불러오기…</translation>
    </message>
    <message>
        <source>On a ne&amp;w page, with a model</source>
        <translation>모델을 둘 수 있는 새 페이지에(&amp;W)</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>읽기</translation>
    </message>
    <message>
        <source>&lt; &amp;Back</source>
        <translation>&lt; 뒤로(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Next &gt;</source>
        <translation>다음(&amp;N) &gt;</translation>
    </message>
    <message>
        <source>&amp;Add to the Page</source>
        <translation>페이지에 추가(&amp;A)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>A &amp;File…</source>
        <translation>파일(&amp;F)…</translation>
    </message>
    <message>
        <source>A F&amp;older of Pictures…</source>
        <translation>그림 폴더(&amp;O)…</translation>
    </message>
    <message>
        <source>, or </source>
        <translation>, 또는 </translation>
    </message>
    <message>
        <source>{}. The labels of an array may be in another array in the same folder.</source>
        <translation>{}. 배열의 레이블은 같은 폴더의 다른 배열에 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>A folder with a folder of pictures for each class: .png, .jpg, .gif, .bmp.</source>
        <translation>클래스마다 폴더가 하나씩 들어 있는 폴더. 그림은 .png, .jpg, .gif, .bmp.</translation>
    </message>
    <message>
        <source>Add a starting &amp;model after the data</source>
        <translation>데이터 뒤에 시작 모델 놓기(&amp;M)</translation>
    </message>
    <message>
        <source>Tables and arrays ({})</source>
        <translation>표와 배열 ({})</translation>
    </message>
    <message>
        <source>Data from a file</source>
        <translation>파일에서 데이터 불러오기</translation>
    </message>
    <message>
        <source>Data from a folder of pictures</source>
        <translation>그림 폴더에서 데이터 불러오기</translation>
    </message>
    <message>
        <source>From a file to a trained model</source>
        <translation>파일에서 훈련하는 모델까지</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>읽는 중…</translation>
    </message>
    <message>
        <source>A table of {0} rows and {1} columns.</source>
        <translation>행 {0}개, 열 {1}개인 표.</translation>
    </message>
    <message>
        <source>The file is larger: only this part of it was read.</source>
        <translation>파일이 더 큽니다. 여기까지 살펴보았습니다.</translation>
    </message>
    <message>
        <source>An array of {0}, {1}.</source>
        <translation>{0} 배열, {1}.</translation>
    </message>
    <message>
        <source>{0} pictures in {1} classes.</source>
        <translation>클래스 {1}개에 그림 {0}개.</translation>
    </message>
    <message>
        <source>They are of several sizes.</source>
        <translation>크기가 여러 가지입니다.</translation>
    </message>
    <message>
        <source>This page already has a Session. To add a model, use a new page.</source>
        <translation>이 페이지에는 Session이 있어 모델을 하나 더 놓지 않습니다. 새 페이지에는 놓을 수 있습니다.</translation>
    </message>
    <message>
        <source>Blocks read the file, and a model on this page can learn from it. You can change both later.</source>
        <translation>블록이 파일을 읽고, 이 페이지의 모델이 거기서 배울 수 있습니다. 둘 다 나중에 바꿀 수 있습니다.</translation>
    </message>
    <message>
        <source>This page already has a Session: wire the data to its blocks.</source>
        <translation>페이지에 Session이 있어 모델을 하나 더 놓지 않습니다. 데이터를 있는 블록에 연결하세요.</translation>
    </message>
    <message>
        <source>Two convolutions with pooling, followed by a dense layer.</source>
        <translation>풀링이 있는 합성곱 두 개와 그 뒤의 밀집 층.</translation>
    </message>
    <message>
        <source>A dense layer of {0} units, followed by another one.</source>
        <translation>유닛 {0}개인 밀집 층과 그 뒤의 밀집 층 하나.</translation>
    </message>
    <message>
        <source>For {0} classes: the loss is their cross entropy, the metric is accuracy.</source>
        <translation>클래스 {0}개. 손실은 교차 엔트로피, 지표는 정확도입니다.</translation>
    </message>
    <message>
        <source>For a number: the loss is the mean square error, the metric the mean absolute error.</source>
        <translation>수를 배웁니다. 손실은 평균 제곱 오차, 지표는 평균 절대 오차입니다.</translation>
    </message>
    <message>
        <source>Adam trains the model. After each epoch, it is tested on the validation rows. A chart shows both losses.</source>
        <translation>Adam으로 훈련하고, 에포크마다 검증용 행으로 보지 못한 것에 대한 성능을 알려 줍니다. 차트에 둘 다 나옵니다.</translation>
    </message>
    <message>
        <source>Run &gt; Fit the Model… trains it.</source>
        <translation>실행 &gt; 모델 학습… 으로 학습시킵니다.</translation>
    </message>
</context>
<context>
    <name>DataWindow</name>
    <message>
        <source>Data of {}</source>
        <translation>{}의 데이터</translation>
    </message>
    <message>
        <source>&amp;Refresh</source>
        <translation>다시 보기(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;First {}</source>
        <translation>처음 {}개(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>중지(&amp;S)</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>읽는 중…</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>중지했습니다.</translation>
    </message>
    <message>
        <source>The TensorFlow process does not answer.</source>
        <translation>TensorFlow 프로세스가 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}: {}</translation>
    </message>
    <message>
        <source>All {} elements: the data ends here.</source>
        <translation>요소 {}개 전부: 데이터가 여기서 끝납니다.</translation>
    </message>
    <message>
        <source>The first {} elements.</source>
        <translation>처음 {}개 요소.</translation>
    </message>
    <message>
        <source>The first {} elements: more would take too much memory.</source>
        <translation>처음 {}개 요소: 더 읽으면 메모리가 너무 많이 듭니다.</translation>
    </message>
    <message>
        <source>{} elements: more take too long.</source>
        <translation>요소 {}개: 더 읽으면 너무 오래 걸립니다.</translation>
    </message>
</context>
<context>
    <name>DockTitle</name>
    <message>
        <source>Float</source>
        <translation>떼어 내기</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>DocumentComparison</name>
    <message>
        <source>the open document</source>
        <translation>열린 문서</translation>
    </message>
    <message>
        <source>Comparing with {}…</source>
        <translation>{}과(와) 비교 중…</translation>
    </message>
    <message>
        <source>Taking changes from {}…</source>
        <translation>{}에서 가져오는 중…</translation>
    </message>
    <message>
        <source>{:,} changes</source>
        <translation>차이 {:,}개</translation>
    </message>
    <message>
        <source>Take from {0}: {1}</source>
        <translation>{0}에서 가져오기: {1}</translation>
    </message>
    <message>
        <source>Resolve the conflict at {}</source>
        <translation>{}의 충돌 결정</translation>
    </message>
    <message>
        <source>Resolve {:,} conflicts</source>
        <translation>충돌 {:,}개 결정</translation>
    </message>
    <message>
        <source>the document</source>
        <translation>문서</translation>
    </message>
</context>
<context>
    <name>DocumentFile</name>
    <message>
        <source>untitled</source>
        <translation>제목 없음</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Opening {}…</source>
        <translation>{} 여는 중…</translation>
    </message>
    <message>
        <source>Import pages</source>
        <translation>페이지 가져오기</translation>
    </message>
    <message>
        <source>Cannot open</source>
        <translation>열 수 없음</translation>
    </message>
    <message>
        <source>{0} is saved without the weights {1}, which were not found. To complete the document, copy the file that contains them into the same folder.</source>
        <translation>{0}을(를) 찾지 못한 가중치 {1} 없이 저장했습니다. 문서를 온전하게 하려면 그것이 든 파일을 같은 폴더에 복사하세요.</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>다른 이름으로 저장</translation>
    </message>
    <message>
        <source>{} exists. Overwrite it?</source>
        <translation>{}이(가) 이미 있습니다. 덮어쓸까요?</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>저장하지 않은 변경</translation>
    </message>
    <message>
        <source>Save the changes to {}?</source>
        <translation>{}의 변경을 저장할까요?</translation>
    </message>
    <message>
        <source>Cannot save</source>
        <translation>저장할 수 없음</translation>
    </message>
    <message>
        <source>Saved {}</source>
        <translation>{} 저장함</translation>
    </message>
    <message>
        <source>Saving {}…</source>
        <translation>{} 저장 중…</translation>
    </message>
    <message>
        <source>Cannot merge</source>
        <translation>병합할 수 없음</translation>
    </message>
    <message>
        <source>{} is missing: it was moved or deleted, or its drive is not connected. Saving writes it again.</source>
        <translation>{}이(가) 없습니다: 옮겨졌거나 삭제되었거나 드라이브가 연결되지 않았습니다. 저장하면 다시 만듭니다.</translation>
    </message>
    <message>
        <source>Copy the files of the model</source>
        <translation>모델의 파일 복사</translation>
    </message>
    <message>
        <source>Make paths relative to the document</source>
        <translation>경로를 문서 기준 상대 경로로 만들기</translation>
    </message>
</context>
<context>
    <name>DocumentSaver</name>
    <message>
        <source>Saving {}…</source>
        <translation>{} 저장 중…</translation>
    </message>
    <message>
        <source>Not saved: cancelled.</source>
        <translation>저장하지 않음: 취소했습니다.</translation>
    </message>
    <message>
        <source>Cannot save</source>
        <translation>저장할 수 없음</translation>
    </message>
    <message>
        <source>The document stays open with all its changes.</source>
        <translation>문서는 모든 변경 내용과 함께 열린 채로 남습니다.</translation>
    </message>
    <message>
        <source>&amp;Try Again</source>
        <translation>다시 시도(&amp;T)</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>다른 이름으로 저장(&amp;A)…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>닫기(&amp;C)</translation>
    </message>
    <message>
        <source>Saving</source>
        <translation>저장 중</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>FailedBar</name>
    <message>
        <source>Dismiss</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Show Step {0}, Failed</source>
        <translation>{0} 단계(실패) 보기</translation>
    </message>
    <message>
        <source>Show Step {0}, Incomplete</source>
        <translation>완료되지 않은 단계 {0} 표시</translation>
    </message>
    <message>
        <source>Show Step {0}</source>
        <translation>{0} 단계 보기</translation>
    </message>
    <message>
        <source>Roll Back Step {0}</source>
        <translation>단계 {0} 되돌리기</translation>
    </message>
    <message>
        <source>Step {0} did not complete</source>
        <translation>{0}단계가 끝까지 실행되지 않음</translation>
    </message>
    <message>
        <source>Step {0}, failed: {1}</source>
        <translation>{0} 단계, 실패: {1}</translation>
    </message>
    <message>
        <source>{0}; these values are of a replay that did not fail in the same way</source>
        <translation>{0}; 이 값들은 같은 방식으로 실패하지 않은 재실행의 값입니다</translation>
    </message>
    <message>
        <source>{0}, in call {1}</source>
        <translation>{0}, {1}번째 호출</translation>
    </message>
</context>
<context>
    <name>FailedSteps</name>
    <message>
        <source>No step has failed in the last run.</source>
        <translation>마지막 실행에서 실패한 단계가 없습니다.</translation>
    </message>
</context>
<context>
    <name>FileHistory</name>
    <message>
        <source>Commits of the file</source>
        <translation>파일의 커밋</translation>
    </message>
    <message>
        <source>&amp;Only Commits That Change This Page</source>
        <translation>이 페이지를 바꾼 것만(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>비교(&amp;C)</translation>
    </message>
    <message>
        <source>Compare the open document with this commit</source>
        <translation>열린 문서를 이 커밋과 비교합니다</translation>
    </message>
    <message>
        <source>The document is not saved in a file: git has no commits of it.</source>
        <translation>문서가 파일에 없습니다: git에 커밋이 없습니다.</translation>
    </message>
    <message>
        <source>git has no commit of this file.</source>
        <translation>git에 이 파일의 커밋이 없습니다.</translation>
    </message>
</context>
<context>
    <name>FileMerges</name>
    <message>
        <source>Merging {}…</source>
        <translation>{} 병합 중…</translation>
    </message>
    <message>
        <source>Merge {}</source>
        <translation>{} 병합</translation>
    </message>
    <message>
        <source>Merged with {}</source>
        <translation>{}과(와) 병합함</translation>
    </message>
</context>
<context>
    <name>FindBox</name>
    <message>
        <source>Find block</source>
        <translation>블록 찾기</translation>
    </message>
    <message>
        <source>Blocks found</source>
        <translation>찾은 블록</translation>
    </message>
    <message>
        <source>Find a block by name, type: or attr:</source>
        <translation>이름, type: 또는 attr:로 블록 찾기</translation>
    </message>
    <message>
        <source>type:Conv2D, attr:padding=SAME, name:*/conv1/*, shape:[?, 7, 7, ?] and reads:*.csv narrow down the list; /conv\d/ is a regular expression. Ctrl+Enter selects all of it on this page.</source>
        <translation>type:Conv2D, attr:padding=SAME, name:*/conv1/*, shape:[?, 7, 7, ?], reads:*.csv로 목록을 좁힙니다. /conv\d/는 정규식입니다. Ctrl+Enter는 이 페이지에서 그 모두를 선택합니다.</translation>
    </message>
    <message>
        <source>blocks of a type</source>
        <translation>한 유형의 블록</translation>
    </message>
    <message>
        <source>blocks by the names of their nodes</source>
        <translation>노드 이름으로 찾은 블록</translation>
    </message>
    <message>
        <source>blocks by the value of an attribute</source>
        <translation>속성의 값으로 블록 찾기</translation>
    </message>
    <message>
        <source>blocks with an output of a shape</source>
        <translation>어떤 모양의 출력이 있는 블록</translation>
    </message>
    <message>
        <source>blocks with breakpoints</source>
        <translation>실행이 멈추는 블록</translation>
    </message>
    <message>
        <source>blocks that read files</source>
        <translation>파일을 읽는 블록</translation>
    </message>
    <message>
        <source>blocks that write files</source>
        <translation>파일을 쓰는 블록</translation>
    </message>
    <message>
        <source>blocks that send data</source>
        <translation>데이터를 보내는 블록</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{1}개 중 {0}번째</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>블록 1개</translation>
    </message>
    <message>
        <source>{} blocks · Ctrl+Enter selects those of this page</source>
        <translation>블록 {}개 · Ctrl+Enter로 이 페이지의 것 선택</translation>
    </message>
    <message>
        <source>No block is named like that.</source>
        <translation>그런 이름의 블록이 없습니다.</translation>
    </message>
</context>
<context>
    <name>FitDialog</name>
    <message>
        <source>Fit</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>never</source>
        <translation>안 함</translation>
    </message>
    <message>
        <source>Restore &amp;best variables</source>
        <translation>가장 좋은 변수 복원(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Validate After Each Epoch</source>
        <translation>에포크마다 검증(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>실행(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Epochs</source>
        <translation>에포크(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Stop after epochs without improvement</source>
        <translation>나아지지 않는 에포크 뒤 중지(&amp;S)</translation>
    </message>
    <message>
        <source>This page has no Validation block. Each epoch runs to the end of the data.</source>
        <translation>이 페이지에는 Validation 블록이 없습니다. 에포크마다 데이터 끝까지 실행됩니다.</translation>
    </message>
    <message>
        <source>{0} validates after each epoch, and watches {1}: higher is better.</source>
        <translation>{0}이(가) 에포크마다 검증하고 {1}을(를) 지켜봅니다: 높을수록 좋습니다.</translation>
    </message>
    <message>
        <source>{0} validates after each epoch, and watches {1}: lower is better.</source>
        <translation>{0}이(가) 에포크마다 검증하고 {1}을(를) 지켜봅니다: 낮을수록 좋습니다.</translation>
    </message>
    <message>
        <source>{0} validates after each epoch. Wire a number to its monitor to end earlier.</source>
        <translation>{0}이(가) 에포크마다 검증합니다. 일찍 끝내려면 monitor에 수를 연결하세요.</translation>
    </message>
</context>
<context>
    <name>FixBox</name>
    <message>
        <source>Problems and fixes of {0}</source>
        <translation>{0}의 문제와 해결책</translation>
    </message>
    <message>
        <source>Trying fixes…</source>
        <translation>해결책을 시험하는 중…</translation>
    </message>
    <message>
        <source>Enter: fix · ↑ ↓: choose · Esc: close</source>
        <translation>Enter: 해결 · ↑ ↓: 선택 · Esc: 닫기</translation>
    </message>
    <message>
        <source>Blockloom knows no fix for this.</source>
        <translation>이 문제의 해결책을 Blockloom은 알지 못합니다.</translation>
    </message>
</context>
<context>
    <name>Front</name>
    <message>
        <source>&amp;Undo {}</source>
        <translation>실행 취소(&amp;U): {}</translation>
    </message>
    <message>
        <source>&amp;Redo {}</source>
        <translation>다시 실행(&amp;R): {}</translation>
    </message>
    <message>
        <source>Select a block to read what it does</source>
        <translation>블록을 선택하면 하는 일을 읽을 수 있습니다</translation>
    </message>
</context>
<context>
    <name>GridView</name>
    <message>
        <source>no elements</source>
        <translation>요소 없음</translation>
    </message>
</context>
<context>
    <name>Guide</name>
    <message>
        <source>{} of {}</source>
        <translation>{} / {}</translation>
    </message>
    <message>
        <source>Skip the guide</source>
        <translation>안내 건너뛰기</translation>
    </message>
    <message>
        <source>That is all</source>
        <translation>끝났습니다</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
</context>
<context>
    <name>HelpText</name>
    <message>
        <source>Page of the help</source>
        <translation>도움말 쪽</translation>
    </message>
</context>
<context>
    <name>HelpWindow</name>
    <message>
        <source>Search the help</source>
        <translation>도움말 검색</translation>
    </message>
    <message>
        <source>Pages of the help</source>
        <translation>도움말 쪽 목록</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>뒤로</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>앞으로</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>차례</translation>
    </message>
    <message>
        <source>{} - Help</source>
        <translation>{} - 도움말</translation>
    </message>
    <message>
        <source>Generating the page…</source>
        <translation>작성 중…</translation>
    </message>
    <message>
        <source>No page has these words.</source>
        <translation>이 낱말이 있는 쪽이 없습니다.</translation>
    </message>
    <message>
        <source>1 page</source>
        <translation>1쪽</translation>
    </message>
    <message>
        <source>{} pages</source>
        <translation>{}쪽</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Inspector</source>
        <translation>속성 창</translation>
    </message>
    <message>
        <source>{} selected</source>
        <translation>{}개 선택됨</translation>
    </message>
    <message>
        <source>Results of {0}</source>
        <translation>{0}의 결과</translation>
    </message>
    <message>
        <source>optional</source>
        <translation>선택 사항</translation>
    </message>
    <message>
        <source>wire, or type a value</source>
        <translation>와이어, 또는 값 입력</translation>
    </message>
    <message>
        <source>inferred: {}</source>
        <translation>추론됨: {}</translation>
    </message>
    <message>
        <source>inferred</source>
        <translation>추론됨</translation>
    </message>
    <message>
        <source>required</source>
        <translation>필수</translation>
    </message>
    <message>
        <source>type</source>
        <translation>유형</translation>
    </message>
    <message>
        <source>This TensorFlow has no block type {}.</source>
        <translation>이 TensorFlow에는 블록 유형 {}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>값</translation>
    </message>
    <message>
        <source>Deprecated: {}</source>
        <translation>사용 중단: {}</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>입력</translation>
    </message>
    <message>
        <source>Attributes</source>
        <translation>속성</translation>
    </message>
    <message>
        <source>Internal attributes</source>
        <translation>내부 속성</translation>
    </message>
    <message>
        <source>Not pins of this type</source>
        <translation>이 유형의 핀이 아님</translation>
    </message>
    <message>
        <source>Clear it to remove it.</source>
        <translation>지우면 없어집니다.</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Typed in: [[1, 2], [3, 4]] or {{1,2},{3,4}}; an empty tensor of any shape: [] (0, 3)</source>
        <translation>입력하는 법: [[1, 2], [3, 4]] 또는 {{1,2},{3,4}}. 어떤 shape이든 빈 텐서: [] (0, 3)</translation>
    </message>
    <message>
        <source>Go to {}</source>
        <translation>{}(으)로 이동</translation>
    </message>
    <message>
        <source>optional, wires only</source>
        <translation>선택 사항, 와이어만</translation>
    </message>
    <message>
        <source>required, wires only</source>
        <translation>연결 필요</translation>
    </message>
    <message>
        <source>Set {}.{}</source>
        <translation>{}.{} 설정</translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message>
        <source>Problems and messages</source>
        <translation>문제와 메시지</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>문제</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Problems ({})</source>
        <translation>문제 ({})</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>What operations print is in the list Output.</source>
        <translation>연산이 출력하는 내용은 출력 목록에 있습니다.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Block types</source>
        <translation>블록 유형</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>속성 창</translation>
    </message>
    <message>
        <source>Problems and messages</source>
        <translation>문제와 메시지</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s ops cannot be read: {}</source>
        <translation>TensorFlow의 op을 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>Docks</source>
        <translation>도킹 창</translation>
    </message>
</context>
<context>
    <name>Making</name>
    <message>
        <source>Adding {}…</source>
        <translation>{} 추가 중…</translation>
    </message>
</context>
<context>
    <name>Messages</name>
    <message>
        <source>Messages</source>
        <translation>메시지</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>지우기</translation>
    </message>
    <message>
        <source>  (double click for details)</source>
        <translation>  (자세히 보려면 두 번 클릭)</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>자세히</translation>
    </message>
</context>
<context>
    <name>MiniMap</name>
    <message>
        <source>Map of the page</source>
        <translation>페이지 지도</translation>
    </message>
    <message>
        <source>The map appears when the view does not show the whole page.</source>
        <translation>보기에 페이지 전체가 보이지 않을 때 맵이 나타납니다.</translation>
    </message>
</context>
<context>
    <name>ModelComparisonDock</name>
    <message>
        <source>Differences</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>&amp;Compare Again</source>
        <translation>다시 비교(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>중지(&amp;S)</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>중지했습니다.</translation>
    </message>
    <message>
        <source>The TensorFlow process ended.</source>
        <translation>TensorFlow 프로세스가 끝났습니다.</translation>
    </message>
    <message>
        <source>Comparing {0} with {1}…</source>
        <translation>{0}을(를) {1}과(와) 비교 중…</translation>
    </message>
    <message>
        <source>The TensorFlow process does not answer.</source>
        <translation>TensorFlow 프로세스가 응답하지 않습니다.</translation>
    </message>
    <message>
        <source>The other document cannot run: {}</source>
        <translation>다른 문서를 실행할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>Se&amp;lect Differing Blocks</source>
        <translation>차이 나는 블록 선택(&amp;L)</translation>
    </message>
    <message>
        <source>{1} has no page {0}.</source>
        <translation>{1}에 페이지 {0}이(가) 없습니다.</translation>
    </message>
    <message>
        <source>The opened model had no page {}.</source>
        <translation>처음 연 모델에는 페이지 {}이(가) 없었습니다.</translation>
    </message>
    <message>
        <source>Comparing {} with the opened model…</source>
        <translation>{}을(를) 처음 연 모델과 비교하는 중…</translation>
    </message>
    <message>
        <source>The page {} was removed.</source>
        <translation>페이지 {}이(가) 삭제되었습니다.</translation>
    </message>
    <message>
        <source>The opened model cannot run: {}</source>
        <translation>처음 연 모델을 실행할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>The page cannot run: {}</source>
        <translation>페이지를 실행할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>{0}: {1:,} outputs differ, {2:,} by rounding, {3:,} are equal.</source>
        <translation>{0}: 다른 출력 {1:,}개, 반올림 차이 {2:,}개, 같은 출력 {3:,}개.</translation>
    </message>
    <message>
        <source>{:,} more depend on random ops without a seed.</source>
        <translation>시드가 없는 난수 연산에 따라 달라지는 출력이 {:,}개 더 있습니다.</translation>
    </message>
    <message>
        <source>Random numbers were fed to {}.</source>
        <translation>{}에 난수를 공급했습니다.</translation>
    </message>
    <message>
        <source>Variables have the values of the last run.</source>
        <translation>변수의 값은 마지막 실행의 것입니다.</translation>
    </message>
    <message>
        <source>The page was edited since.</source>
        <translation>그 뒤 페이지가 편집되었습니다.</translation>
    </message>
    <message>
        <source>{} was removed from the page.</source>
        <translation>페이지에서 {}이(가) 삭제되었습니다.</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>차이</translation>
    </message>
</context>
<context>
    <name>NonFiniteBox</name>
    <message>
        <source>Searching for the origin of {0} in {1}…</source>
        <translation>{1}의 {0}이(가) 시작된 곳을 찾는 중…</translation>
    </message>
    <message>
        <source>no run is open</source>
        <translation>열린 실행이 없습니다</translation>
    </message>
    <message>
        <source>The origin was not found: {0}</source>
        <translation>근원을 찾지 못했습니다: {0}</translation>
    </message>
    <message>
        <source>The value is finite when the step is replayed.</source>
        <translation>단계를 재실행하면 값이 유한합니다.</translation>
    </message>
    <message>
        <source>Go back to {0}</source>
        <translation>{0}(으)로 돌아가기</translation>
    </message>
    <message>
        <source>Another origin: {0}</source>
        <translation>다른 근원: {0}</translation>
    </message>
    <message>
        <source>tried: the value becomes finite</source>
        <translation>시도함: 값이 유한해집니다</translation>
    </message>
</context>
<context>
    <name>NumberFile</name>
    <message>
        <source>Numbers from a File</source>
        <translation>파일의 수</translation>
    </message>
    <message>
        <source>Numbers (*.json *.csv)</source>
        <translation>수 (*.json *.csv)</translation>
    </message>
    <message>
        <source>{0}: {1} of {2} names are blocks of this page</source>
        <translation>{0}: 이름 {2}개 중 {1}개가 이 페이지의 블록입니다</translation>
    </message>
    <message>
        <source>{0}: no name is a block of this page; names are those of nodes, or ids</source>
        <translation>{0}: 이 페이지의 블록인 이름이 없습니다. 이름은 노드의 이름이나 id입니다</translation>
    </message>
</context>
<context>
    <name>OfferModel</name>
    <message>
        <source>command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>example</source>
        <translation>예제</translation>
    </message>
    <message>
        <source>snippet</source>
        <translation>조각</translation>
    </message>
    <message>
        <source>not wired</source>
        <translation>연결 안 됨</translation>
    </message>
</context>
<context>
    <name>Outline</name>
    <message>
        <source>Filter by name or type</source>
        <translation>이름이나 유형으로 거르기</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>유형</translation>
    </message>
    <message>
        <source>Outline of the document</source>
        <translation>문서 개요</translation>
    </message>
    <message>
        <source>1 block</source>
        <translation>블록 1개</translation>
    </message>
    <message>
        <source>{} blocks</source>
        <translation>블록 {}개</translation>
    </message>
    <message>
        <source>Bookmark {}</source>
        <translation>책갈피 {}</translation>
    </message>
    <message>
        <source>{} more: filter them</source>
        <translation>{}개 더 있음: 필터를 쓰세요</translation>
    </message>
    <message>
        <source>Frame {}</source>
        <translation>프레임 {}</translation>
    </message>
    <message>
        <source>output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>Go There</source>
        <translation>이동</translation>
    </message>
    <message>
        <source>Rename	F2</source>
        <translation>이름 바꾸기	F2</translation>
    </message>
    <message>
        <source>Delete	Del</source>
        <translation>삭제	Del</translation>
    </message>
    <message>
        <source>Rename bookmark {}</source>
        <translation>책갈피 {} 이름 바꾸기</translation>
    </message>
    <message>
        <source>Rename {}</source>
        <translation>{} 이름 바꾸기</translation>
    </message>
    <message>
        <source>Remove bookmark {}</source>
        <translation>책갈피 {} 삭제</translation>
    </message>
    <message>
        <source>Delete wires</source>
        <translation>와이어 삭제</translation>
    </message>
</context>
<context>
    <name>OverrideBox</name>
    <message>
        <source>in this call only</source>
        <translation>이 호출에서만</translation>
    </message>
    <message>
        <source>Continue with Override</source>
        <translation>재정의한 값으로 계속</translation>
    </message>
    <message>
        <source>Run the step with this value</source>
        <translation>이 값으로 단계를 실행합니다</translation>
    </message>
    <message>
        <source>Clear Override</source>
        <translation>재정의 지우기</translation>
    </message>
    <message>
        <source>Show the recorded values again</source>
        <translation>기록된 값을 다시 보입니다</translation>
    </message>
    <message>
        <source>What if {0} =</source>
        <translation>만약 {0} =</translation>
    </message>
</context>
<context>
    <name>PageBar</name>
    <message>
        <source>Pages</source>
        <translation>페이지</translation>
    </message>
    <message>
        <source>Close the tab</source>
        <translation>탭 닫기</translation>
    </message>
    <message>
        <source>Close the tab: the page stays in the document</source>
        <translation>탭 닫기: 페이지는 문서에 남습니다</translation>
    </message>
    <message>
        <source>Name of the page</source>
        <translation>페이지 이름</translation>
    </message>
</context>
<context>
    <name>PageTabs</name>
    <message>
        <source>New page</source>
        <translation>새 페이지</translation>
    </message>
    <message>
        <source>All pages</source>
        <translation>모든 페이지</translation>
    </message>
    <message>
        <source>Add page {}</source>
        <translation>페이지 {} 추가</translation>
    </message>
    <message>
        <source>One tab stays open.</source>
        <translation>탭 하나는 열려 있어야 합니다.</translation>
    </message>
    <message>
        <source>A document keeps at least one page.</source>
        <translation>문서에는 페이지가 하나는 있어야 합니다.</translation>
    </message>
    <message>
        <source>Delete page {}</source>
        <translation>페이지 {} 삭제</translation>
    </message>
    <message>
        <source>&amp;Delete Page “{}” with 1 block</source>
        <translation>1개 블록이 있는 페이지 “{}” 삭제(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Delete Page “{0}” with {1} blocks</source>
        <translation>{1}개 블록이 있는 페이지 “{0}” 삭제(&amp;D)</translation>
    </message>
    <message>
        <source>Restore page {}</source>
        <translation>페이지 {} 되살리기</translation>
    </message>
    <message>
        <source>Move page {}</source>
        <translation>페이지 {} 이동</translation>
    </message>
    <message>
        <source>Rename page {}</source>
        <translation>페이지 {} 이름 바꾸기</translation>
    </message>
    <message>
        <source>{} (double click to rename, drag to move)</source>
        <translation>{} (두 번 클릭: 이름 바꾸기, 끌기: 이동)</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>페이지</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Search block types</source>
        <translation>블록 유형 검색</translation>
    </message>
    <message>
        <source>Name, part of a name (TakeGrad) or a word of the documentation. Enter adds the first one, the arrow keys choose.</source>
        <translation>이름, 이름의 일부(TakeGrad), 또는 설명에 나오는 낱말. Enter: 첫 항목 추가, 방향키: 고르기.</translation>
    </message>
    <message>
        <source>enuSpace&apos;s symbols</source>
        <translation>enuSpace 심볼</translation>
    </message>
    <message>
        <source>Also show the symbols of enuSpace. A search that begins with enu finds them in any case.</source>
        <translation>enuSpace 심볼도 보입니다. enu 뒤에 입력하면 언제나 찾을 수 있습니다.</translation>
    </message>
    <message>
        <source>Block types</source>
        <translation>블록 유형</translation>
    </message>
    <message>
        <source>Description of the block type</source>
        <translation>블록 유형 설명</translation>
    </message>
    <message>
        <source>TensorFlow&apos;s ops could not be read: see the messages. Run tries again.</source>
        <translation>TensorFlow의 op을 읽지 못했습니다. 메시지를 보세요. 실행하면 다시 시도합니다.</translation>
    </message>
    <message>
        <source>Add to the page</source>
        <translation>페이지에 추가</translation>
    </message>
    <message>
        <source>Remove from favourites</source>
        <translation>즐겨찾기에서 빼기</translation>
    </message>
    <message>
        <source>Add to favourites</source>
        <translation>즐겨찾기에 넣기</translation>
    </message>
    <message>
        <source>Reading TensorFlow&apos;s ops…</source>
        <translation>TensorFlow의 op을 읽는 중…</translation>
    </message>
    <message>
        <source>No block type is named or described like that.</source>
        <translation>이름이나 설명이 그런 블록 유형이 없습니다.</translation>
    </message>
    <message>
        <source>Drag a block type to the page, or choose one and press Enter.</source>
        <translation>블록 유형을 페이지로 끌거나, 골라서 Enter를 누르세요.</translation>
    </message>
</context>
<context>
    <name>PausedRun</name>
    <message>
        <source>The worker does not answer</source>
        <translation>작업 프로세스가 응답하지 않습니다</translation>
    </message>
    <message>
        <source>The run is not paused in a function</source>
        <translation>실행이 함수 안에서 일시 중지되어 있지 않습니다</translation>
    </message>
    <message>
        <source>No later call of {0} hits the breakpoint</source>
        <translation>{0}의 이후 호출은 중단점에 걸리지 않습니다</translation>
    </message>
    <message>
        <source>Select the block to run to</source>
        <translation>어느 블록까지 실행할지 선택하세요</translation>
    </message>
    <message>
        <source>step {0} was rolled back</source>
        <translation>{0}단계를 되돌림</translation>
    </message>
    <message>
        <source>{0}; not restored: {1}</source>
        <translation>{0}; 복원하지 않음: {1}</translation>
    </message>
    <message>
        <source>step {0} was rolled back because the page was edited</source>
        <translation>페이지가 편집되어 {0}단계를 되돌림</translation>
    </message>
    <message>
        <source>Step {0}, paused in call {1} of {2}, before {3}</source>
        <translation>단계 {0}, {2}의 호출 {1}에서 {3} 앞에 일시 중지됨</translation>
    </message>
    <message>
        <source>Step {0}, paused at the end of call {1} of {2}</source>
        <translation>단계 {0}, {2}의 호출 {1} 끝에서 일시 중지됨</translation>
    </message>
    <message>
        <source>Step {0}, paused in call {1} of {2}</source>
        <translation>단계 {0}, {2}의 호출 {1}에서 일시 중지됨</translation>
    </message>
    <message>
        <source>Step {0}, paused before {1}</source>
        <translation>단계 {0}, {1} 앞에서 일시 중지됨</translation>
    </message>
    <message>
        <source>Step {0}, paused at its end</source>
        <translation>단계 {0}, 끝에서 일시 중지됨</translation>
    </message>
    <message>
        <source>{0}, because of {1}</source>
        <translation>{0}, 원인: {1}</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}; Roll Back Step does not restore {1}</source>
        <translation>{0}; &apos;단계 되돌리기&apos;는 {1}을(를) 복원하지 않습니다</translation>
    </message>
</context>
<context>
    <name>PinnedOutputs</name>
    <message>
        <source>Outputs inside an instance or a function cannot be pinned: pin an output of its block</source>
        <translation>인스턴스나 함수 안의 출력은 고정할 수 없습니다: 그 블록의 출력을 고정하세요</translation>
    </message>
    <message>
        <source>{0} has no result to pin: run the page first</source>
        <translation>{0}에 고정할 결과가 없습니다: 먼저 페이지를 실행하세요</translation>
    </message>
    <message>
        <source>it has no result: run the page first</source>
        <translation>결과가 없습니다: 먼저 페이지를 실행하세요</translation>
    </message>
    <message>
        <source>{0} cannot be pinned: {1}</source>
        <translation>{0}을(를) 고정할 수 없습니다: {1}</translation>
    </message>
    <message>
        <source>{0} is pinned: from the next run on, blocks that only it depends on do not run</source>
        <translation>{0}이(가) 고정되었습니다: 다음 실행부터 이 출력에만 필요한 블록은 실행되지 않습니다</translation>
    </message>
    <message>
        <source>Pinned at its value of step {0}, which is out of date: this block or a block upstream of it was edited since. Unpin it, run, and pin it again.</source>
        <translation>{0}단계의 값으로 고정되어 있으며 오래된 값입니다: 그 뒤에 이 블록이나 상류의 블록이 편집되었습니다. 고정을 해제하고 실행한 뒤 다시 고정하세요.</translation>
    </message>
    <message>
        <source>Pinned at its value of step {0}: blocks that only it depends on do not run. The same command unpins it.</source>
        <translation>{0}단계의 값으로 고정됨: 이 출력에만 필요한 블록은 실행되지 않습니다. 같은 명령으로 해제합니다.</translation>
    </message>
</context>
<context>
    <name>PrintedList</name>
    <message>
        <source>Output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>지우기</translation>
    </message>
</context>
<context>
    <name>ProblemList</name>
    <message>
        <source>Problems</source>
        <translation>문제</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Fix: {}</source>
        <translation>고치기: {}</translation>
    </message>
    <message>
        <source>No fix: see What to do</source>
        <translation>고칠 방법 없음: 할 일을 보세요</translation>
    </message>
</context>
<context>
    <name>ProblemModel</name>
    <message>
        <source>Where</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>문제</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>할 일</translation>
    </message>
</context>
<context>
    <name>QProgressDialog</name>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
</context>
<context>
    <name>QuickAdd</name>
    <message>
        <source>Add a block</source>
        <translation>블록 추가</translation>
    </message>
    <message>
        <source>Search block types</source>
        <translation>블록 유형 검색</translation>
    </message>
    <message>
        <source>Block types that fit</source>
        <translation>맞는 블록 유형</translation>
    </message>
    <message>
        <source>Description of the block type</source>
        <translation>블록 유형 설명</translation>
    </message>
    <message>
        <source>Name or what it does, and values: Const 3.0</source>
        <translation>이름이나 하는 일, 그리고 값: Const 3.0</translation>
    </message>
    <message>
        <source>enuSpace&apos;s symbols (Ctrl+E)</source>
        <translation>enuSpace 심볼 (Ctrl+E)</translation>
    </message>
    <message>
        <source>Also offer the symbols of enuSpace. A search that begins with enu finds them in any case.</source>
        <translation>enuSpace 심볼도 제안합니다. enu 뒤에 입력하면 언제나 찾을 수 있습니다.</translation>
    </message>
    <message>
        <source>favourite</source>
        <translation>즐겨찾기</translation>
    </message>
    <message>
        <source>recent</source>
        <translation>최근</translation>
    </message>
    <message>
        <source>No block type that fits is named or described like that.</source>
        <translation>이름이나 설명이 그런, 맞는 블록 유형이 없습니다.</translation>
    </message>
    <message>
        <source>No block type is named or described like that.</source>
        <translation>이름이나 설명이 그런 블록 유형이 없습니다.</translation>
    </message>
    <message>
        <source>The snippet cannot be read.</source>
        <translation>조각을 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Enter: add with {0}</source>
        <translation>Enter: {0}(으)로 추가</translation>
    </message>
    <message>
        <source>Enter: add · Shift+Enter: and the next one · ↑ ↓: choose · Ctrl+B: favourite · Esc: close</source>
        <translation>Enter: 추가 · Shift+Enter: 이어서 하나 더 · ↑ ↓: 고르기 · Ctrl+B: 즐겨찾기 · Esc: 닫기</translation>
    </message>
    <message>
        <source>Type only the name: snippets and commands have no name and values</source>
        <translation>블록이 아니므로 이름과 값을 받지 않습니다. 그 이름만 입력하세요</translation>
    </message>
    <message>
        <source>Remove from favourites</source>
        <translation>즐겨찾기에서 빼기</translation>
    </message>
    <message>
        <source>Add to favourites</source>
        <translation>즐겨찾기에 넣기</translation>
    </message>
</context>
<context>
    <name>QuickFixes</name>
    <message>
        <source>choose at the block…</source>
        <translation>블록에서 선택…</translation>
    </message>
    <message>
        <source>choose…</source>
        <translation>선택…</translation>
    </message>
    <message>
        <source>Blockloom has no fix for this: {}</source>
        <translation>Blockloom에 이 문제의 해결책이 없습니다: {}</translation>
    </message>
    <message>
        <source>No block of this page has a problem.</source>
        <translation>이 페이지에는 문제가 있는 블록이 없습니다.</translation>
    </message>
    <message>
        <source>{} has no problem.</source>
        <translation>{}에는 문제가 없습니다.</translation>
    </message>
</context>
<context>
    <name>RecoverDialog</name>
    <message>
        <source>Recover edits</source>
        <translation>편집 복구</translation>
    </message>
    <message>
        <source>Recover {} edits of {} from {}?</source>
        <translation>{2}의 {1} 편집 {0}개를 복구할까요?</translation>
    </message>
    <message>
        <source>These documents have edits that were not saved:</source>
        <translation>다음 문서에 저장하지 않은 편집이 있습니다:</translation>
    </message>
    <message>
        <source>Recover one edit of {} from {}?</source>
        <translation>{}의 편집 1개를 복구할까요? ({})</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>문서</translation>
    </message>
    <message>
        <source>Edits</source>
        <translation>편집</translation>
    </message>
    <message>
        <source>Last edit</source>
        <translation>마지막 편집</translation>
    </message>
    <message>
        <source>Documents with edits to recover</source>
        <translation>복구할 편집이 있는 문서</translation>
    </message>
    <message>
        <source>Blockloom ended unexpectedly while they were open.</source>
        <translation>문서가 열려 있을 때 Blockloom이 예기치 않게 끝났습니다.</translation>
    </message>
    <message>
        <source>whole document</source>
        <translation>문서 전체</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>읽을 수 없음</translation>
    </message>
    <message>
        <source>never saved</source>
        <translation>저장한 적 없음</translation>
    </message>
    <message>
        <source>&amp;Recover</source>
        <translation>복구(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Discard</source>
        <translation>버리기(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Later</source>
        <translation>나중에(&amp;L)</translation>
    </message>
</context>
<context>
    <name>RemovedBar</name>
    <message>
        <source>Undo</source>
        <translation>실행 취소</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Page “{}” was deleted.</source>
        <translation>페이지 “{}”이(가) 삭제되었습니다.</translation>
    </message>
    <message>
        <source>It is used by {}.</source>
        <translation>{}에서 쓰입니다.</translation>
    </message>
</context>
<context>
    <name>ResultLinks</name>
    <message>
        <source>no run yet</source>
        <translation>아직 실행 안 함</translation>
    </message>
</context>
<context>
    <name>ResultViews</name>
    <message>
        <source>You cannot pin a result inside an instance: make it an output of its page</source>
        <translation>인스턴스 안의 결과는 고정할 수 없습니다. 그 페이지의 출력으로 만드세요</translation>
    </message>
    <message>
        <source>Select a block that has a result: run the page first.</source>
        <translation>결과가 있는 블록을 선택하세요. 먼저 페이지를 실행하세요.</translation>
    </message>
    <message>
        <source>No result yet: run the page.</source>
        <translation>아직 결과가 없습니다. 페이지를 실행하세요.</translation>
    </message>
</context>
<context>
    <name>ResultWindow</name>
    <message>
        <source>Results of {}</source>
        <translation>{}의 결과</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>행 복사</translation>
    </message>
    <message>
        <source>Open in another window</source>
        <translation>창 하나 더 열기</translation>
    </message>
</context>
<context>
    <name>RowModel</name>
    <message>
        <source>Type</source>
        <translation>유형</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>값</translation>
    </message>
</context>
<context>
    <name>RunController</name>
    <message>
        <source>A run is in progress: stop it first.</source>
        <translation>실행 중입니다. 먼저 중지하세요.</translation>
    </message>
    <message>
        <source>Preparing the run…</source>
        <translation>실행 준비 중…</translation>
    </message>
    <message>
        <source>of the past step {0}</source>
        <translation>지난 {0}단계의 값</translation>
    </message>
    <message>
        <source>of step {0}: step {1} did not complete</source>
        <translation>{0}단계의 값: {1}단계가 끝까지 실행되지 않음</translation>
    </message>
    <message>
        <source>{}. Correct the cluster file or choose another target</source>
        <translation>{}. 클러스터 파일을 고치거나 다른 대상을 고르세요</translation>
    </message>
    <message>
        <source>… and {} more: see the problems</source>
        <translation>… 외 {}개: 문제 목록을 보세요</translation>
    </message>
    <message>
        <source>{} errors</source>
        <translation>오류 {}개</translation>
    </message>
    <message>
        <source>{} cannot run: {}</source>
        <translation>{}을(를) 실행할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>1 warning: see the problems</source>
        <translation>경고 1개: 문제 목록을 보세요</translation>
    </message>
    <message>
        <source>{} warnings: see the problems</source>
        <translation>경고 {}개: 문제 목록을 보세요</translation>
    </message>
    <message>
        <source>kept the state of {}</source>
        <translation>{}의 상태 유지됨</translation>
    </message>
    <message>
        <source>reset {}</source>
        <translation>{} 초기화됨</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}: {}</translation>
    </message>
    <message>
        <source>rolled back step {0}</source>
        <translation>{0}단계를 되돌림</translation>
    </message>
    <message>
        <source>step {0} was not rolled back</source>
        <translation>{0}단계를 되돌리지 못함</translation>
    </message>
    <message>
        <source>{0}: rolled back step {1}. These blocks keep the state that the step left: {2}</source>
        <translation>{0}: {1}단계를 되돌렸습니다. 다음 블록의 상태는 그 단계가 남긴 대로 있습니다: {2}</translation>
    </message>
    <message>
        <source>{0}; Run &gt; Fit the Model… runs epochs with validation</source>
        <translation>{0}; 실행 &gt; 모델 학습…이 검증과 함께 에폭을 실행합니다</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}: step {1} did not complete and is not counted; it may have changed {2}.</source>
        <translation>{0}: {1}단계가 끝까지 실행되지 않아 세지 않습니다. {2}이(가) 바뀌었을 수 있습니다.</translation>
    </message>
    <message>
        <source>of an earlier run: step {0} did not complete</source>
        <translation>이전 실행의 값: {0}단계가 끝까지 실행되지 않음</translation>
    </message>
    <message>
        <source>reset: the next run initialises the variables</source>
        <translation>초기화됨: 다음 실행이 변수를 초기화합니다</translation>
    </message>
    <message>
        <source>{0}; it may have changed {1}</source>
        <translation>{0}. {1}이(가) 바뀌었을 수 있음</translation>
    </message>
    <message>
        <source>{0} The results that blocks show are {1}.</source>
        <translation>{0} 블록이 보여 주는 결과는 다음과 같습니다. {1}.</translation>
    </message>
    <message>
        <source>The state of all sessions was reset.</source>
        <translation>모든 세션의 상태를 초기화했습니다.</translation>
    </message>
    <message>
        <source>reset: the state on the cluster stays until a run of the chief initialises it</source>
        <translation>초기화됨: 클러스터의 상태는 치프가 실행하며 초기화할 때까지 남습니다</translation>
    </message>
    <message>
        <source>The sessions on {} were closed; state on the cluster stays until a run of the chief initialises it.</source>
        <translation>{}의 세션을 닫았습니다. 클러스터의 상태는 치프가 실행하며 초기화할 때까지 남습니다.</translation>
    </message>
    <message>
        <source>the worker died: {}</source>
        <translation>워커가 죽었습니다: {}</translation>
    </message>
    <message>
        <source>The worker died: {}. The document is intact; Run starts a new worker.</source>
        <translation>워커가 죽었습니다: {}. 문서는 무사합니다. 실행하면 새 워커를 시작합니다.</translation>
    </message>
    <message>
        <source>of step {0}</source>
        <translation>{0}단계의 값</translation>
    </message>
</context>
<context>
    <name>RunStatus</name>
    <message>
        <source>idle</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>reading TensorFlow&apos;s ops…</source>
        <translation>TensorFlow의 op을 읽는 중…</translation>
    </message>
    <message>
        <source>compiling {}…</source>
        <translation>{} 컴파일 중…</translation>
    </message>
    <message>
        <source>starting TensorFlow…</source>
        <translation>TensorFlow 시작 중…</translation>
    </message>
    <message>
        <source>no worker</source>
        <translation>워커 없음</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>중지하는 중…</translation>
    </message>
    <message>
        <source>past step {0} of {1}</source>
        <translation>지난 단계 {0}/{1}</translation>
    </message>
    <message>
        <source>{} waits: {}</source>
        <translation>{} 대기 중: {}</translation>
    </message>
    <message>
        <source>running, step {}</source>
        <translation>실행 중, {}단계</translation>
    </message>
</context>
<context>
    <name>RunUntil</name>
    <message>
        <source>Run Until</source>
        <translation>조건까지 실행</translation>
    </message>
    <message>
        <source>BLOCK.PIN &lt; 0.01, or BLOCK.PIN is not finite</source>
        <translation>블록.핀 &lt; 0.01 또는 블록.핀 is not finite</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>제한 없음</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>실행(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Condition</source>
        <translation>조건(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Steps at most</source>
        <translation>최대 단계 수(&amp;S)</translation>
    </message>
    <message>
        <source>The run ends with the first step in which the condition is true for every element: LOSS &lt; 0.01, W.value[0] &gt;= 2, STEP == 100, LOSS is not finite.</source>
        <translation>모든 요소에 대해 조건이 참인 첫 단계에서 실행이 끝납니다. 예: LOSS &lt; 0.01, W.value[0] &gt;= 2, STEP == 100, LOSS is not finite.</translation>
    </message>
    <message>
        <source>Tests {0} after every step.</source>
        <translation>단계마다 {0}을(를) 검사합니다.</translation>
    </message>
    <message>
        <source>{0}: no result yet</source>
        <translation>{0}: 아직 결과 없음</translation>
    </message>
</context>
<context>
    <name>SavedRuns</name>
    <message>
        <source>Save Run</source>
        <translation>실행 저장</translation>
    </message>
    <message>
        <source>Charts show the run together with later ones. Name of the run:</source>
        <translation>차트에 이후의 실행과 함께 보입니다. 실행의 이름:</translation>
    </message>
    <message>
        <source>run {}</source>
        <translation>실행 {}</translation>
    </message>
    <message>
        <source>The run was not saved: {}</source>
        <translation>실행을 저장하지 못했습니다: {}</translation>
    </message>
    <message>
        <source>Saved {0}: {1} steps of {2}</source>
        <translation>{0} 저장함: {2}의 {1}단계</translation>
    </message>
    <message>
        <source>The saved runs cannot be read: {}</source>
        <translation>저장한 실행을 읽을 수 없습니다: {}</translation>
    </message>
    <message>
        <source>The runs could not be saved and will be lost with this window: {}</source>
        <translation>실행을 저장하지 못했습니다. 이 창을 닫으면 사라집니다: {}</translation>
    </message>
</context>
<context>
    <name>SavedRunsPanel</name>
    <message>
        <source>C&amp;olour</source>
        <translation>색(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Save .csv…</source>
        <translation>.csv 저장(&amp;S)…</translation>
    </message>
    <message>
        <source>Run a page with a chart, then save the run under a name: charts and plots over steps show it together with later runs.</source>
        <translation>차트가 있는 페이지를 실행한 뒤 실행에 이름을 붙여 저장하세요. 차트와 단계별 그래프에 이후의 실행과 함께 보입니다.</translation>
    </message>
    <message>
        <source>&amp;Save Run…</source>
        <translation>실행 저장(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the selected runs, or all, a row for each point</source>
        <translation>선택한 실행 또는 모두를 점마다 한 행으로 저장합니다</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>제거(&amp;M)</translation>
    </message>
    <message>
        <source>Save the runs</source>
        <translation>실행 저장</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>쉼표로 구분한 값 (*.csv)</translation>
    </message>
    <message>
        <source>{0} saved</source>
        <translation>{0} 저장함</translation>
    </message>
</context>
<context>
    <name>SlicePicker</name>
    <message>
        <source>axis {} ({})</source>
        <translation>축 {} ({})</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>세로</translation>
    </message>
    <message>
        <source>Across</source>
        <translation>가로</translation>
    </message>
    <message>
        <source>Index on axis {}</source>
        <translation>축 {}의 번호</translation>
    </message>
</context>
<context>
    <name>Snippets</name>
    <message>
        <source>Select the blocks to save</source>
        <translation>저장할 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Save as snippet</source>
        <translation>조각으로 저장</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>이름:</translation>
    </message>
    <message>
        <source>A name has letters, digits, spaces and . , ( ) + - only.</source>
        <translation>이름에는 글자, 숫자, 빈칸과 . , ( ) + - 만 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>A snippet {} exists. Replace it?</source>
        <translation>{} 조각이 이미 있습니다. 바꿀까요?</translation>
    </message>
    <message>
        <source>{} is saved: Insert Snippet and the box that adds blocks offer it</source>
        <translation>{}을(를) 저장했습니다. 조각 넣기와 블록 추가 상자에 있습니다</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>You have no snippets yet: select blocks and choose Save as Snippet</source>
        <translation>직접 저장한 것이 아직 없습니다. 블록을 선택하고 조각으로 저장을 고르세요</translation>
    </message>
    <message>
        <source>Remove snippet</source>
        <translation>조각 제거</translation>
    </message>
    <message>
        <source>Remove the snippet {}?</source>
        <translation>조각 {}을(를) 제거할까요?</translation>
    </message>
</context>
<context>
    <name>StartPage</name>
    <message>
        <source>Blockloom</source>
        <translation>Blockloom</translation>
    </message>
    <message>
        <source>&amp;New Document</source>
        <translation>새 문서(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>열기(&amp;O)…</translation>
    </message>
    <message>
        <source>A page whose loss becomes NaN: find the origin and fix it</source>
        <translation>손실이 NaN이 되는 페이지: 근원을 찾아 고칩니다</translation>
    </message>
    <message>
        <source>More lessons</source>
        <translation>다른 안내</translation>
    </message>
    <message>
        <source>Lessons and examples</source>
        <translation>단계별 안내와 예제</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>단계별 안내</translation>
    </message>
    <message>
        <source>Open a copy of {}</source>
        <translation>{}의 사본 열기</translation>
    </message>
    <message>
        <source>{} is missing: it was moved or deleted, or its drive is not connected.</source>
        <translation>{}이(가) 없습니다: 옮겨졌거나 삭제되었거나 드라이브가 연결되지 않았습니다.</translation>
    </message>
    <message>
        <source>Five steps on an empty page: place, wire, type, run, look</source>
        <translation>빈 페이지에서 다섯 단계: 놓기, 연결, 입력, 실행, 보기</translation>
    </message>
    <message>
        <source>From a table, an array or pictures to a model that is trained and validated</source>
        <translation>표, 배열, 그림에서 학습하고 검증한 모델까지</translation>
    </message>
    <message>
        <source>Edits are autosaved to a crash journal within a second; the file itself changes when you save.</source>
        <translation>편집은 1초 안에 복구 기록에 자동 저장되고, 파일 자체는 저장할 때 바뀝니다.</translation>
    </message>
    <message>
        <source>&amp;Documentation</source>
        <translation>문서(&amp;D)</translation>
    </message>
    <message>
        <source>Build TensorFlow graphs out of blocks, run them, and see the results of every block.</source>
        <translation>블록으로 TensorFlow 그래프를 만들고, 실행하고, 블록마다 결과를 보세요.</translation>
    </message>
    <message>
        <source>Recent documents</source>
        <translation>최근 문서</translation>
    </message>
    <message>
        <source>{} (missing)</source>
        <translation>{} (없음)</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>아직 없음</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Effect of a click</source>
        <translation>누르면 하는 일</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>실행 상태</translation>
    </message>
    <message>
        <source>Autosave</source>
        <translation>자동 저장</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>확대/축소</translation>
    </message>
    <message>
        <source>TensorFlow version</source>
        <translation>TensorFlow 버전</translation>
    </message>
</context>
<context>
    <name>StepAxis</name>
    <message>
        <source>Steps of the run</source>
        <translation>실행 단계</translation>
    </message>
    <message>
        <source>No steps yet. Each step that a run completes can be shown again here.</source>
        <translation>아직 단계가 없습니다. 실행이 마친 단계를 여기서 다시 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>The page was compiled again after step {0}: the steps that follow can be shown again here.</source>
        <translation>{0}단계 다음에 페이지를 다시 컴파일했습니다. 그 뒤의 단계를 여기서 다시 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>단계 {0}</translation>
    </message>
    <message>
        <source>loss {0}</source>
        <translation>손실 {0}</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>유한하지 않음</translation>
    </message>
    <message>
        <source>snapshot</source>
        <translation>스냅숏</translation>
    </message>
    <message>
        <source>{0} (log)</source>
        <translation>{0} (로그)</translation>
    </message>
</context>
<context>
    <name>TargetButton</name>
    <message>
        <source>Sessions run in a process of this machine</source>
        <translation>세션은 이 컴퓨터의 프로세스에서 실행됩니다</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>이 컴퓨터</translation>
    </message>
    <message>
        <source>, chief</source>
        <translation>, 치프</translation>
    </message>
    <message>
        <source>{} when last checked</source>
        <translation>마지막으로 확인했을 때 {}</translation>
    </message>
    <message>
        <source>Runs on {}: {}</source>
        <translation>{}에서 실행: {}</translation>
    </message>
    <message>
        <source>Target: {}</source>
        <translation>대상: {}</translation>
    </message>
</context>
<context>
    <name>TargetPanel</name>
    <message>
        <source>Runs on</source>
        <translation>실행 위치</translation>
    </message>
    <message>
        <source>State</source>
        <translation>상태</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>주소</translation>
    </message>
    <message>
        <source>Targets</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>Double click, Enter or Space: run there from now on</source>
        <translation>두 번 클릭, Enter, Space: 앞으로 여기서 실행</translation>
    </message>
    <message>
        <source>&amp;Run here</source>
        <translation>여기서 실행(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Cluster file…</source>
        <translation>클러스터 파일(&amp;C)…</translation>
    </message>
    <message>
        <source>A JSON file of jobs and their addresses: {&quot;ps&quot;: [&quot;localhost:2222&quot;]}</source>
        <translation>job과 주소를 적은 JSON 파일: {&quot;ps&quot;: [&quot;localhost:2222&quot;]}</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>최근</translation>
    </message>
    <message>
        <source>Recent targets</source>
        <translation>최근 대상</translation>
    </message>
    <message>
        <source>Address of another target</source>
        <translation>다른 대상의 주소</translation>
    </message>
    <message>
        <source>&amp;Initialise variables (the chief)</source>
        <translation>변수 초기화(치프)(&amp;I)</translation>
    </message>
    <message>
        <source>Make the selected task the target</source>
        <translation>선택한 태스크를 대상으로 정합니다</translation>
    </message>
    <message>
        <source>A target without a cluster file. Press Enter to run there from now on</source>
        <translation>클러스터 파일이 없는 대상. Enter를 누르면 이제부터 거기서 실행합니다</translation>
    </message>
    <message>
        <source>Runs initialise the variables on the cluster: the first run, and runs after Reset or the loss of a task.
Runs without this option wait until the variables are initialised.</source>
        <translation>실행이 클러스터에서 변수를 초기화합니다: 첫 실행, 그리고 초기화하거나 태스크를 잃은 뒤의 실행.
이 설정이 없는 실행은 변수가 초기화될 때까지 기다립니다.</translation>
    </message>
    <message>
        <source>Error of the target</source>
        <translation>대상의 오류</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>이 컴퓨터</translation>
    </message>
    <message>
        <source>target</source>
        <translation>대상</translation>
    </message>
    <message>
        <source>Tasks of {}</source>
        <translation>{}의 태스크</translation>
    </message>
    <message>
        <source>Choose a cluster file to run on one of its tasks.</source>
        <translation>클러스터 파일을 고르면 그 태스크에서 실행할 수 있습니다.</translation>
    </message>
    <message>
        <source>The page runs here</source>
        <translation>페이지가 여기서 실행됩니다</translation>
    </message>
    <message>
        <source>{}, runs here</source>
        <translation>{}, 여기서 실행</translation>
    </message>
    <message>
        <source>Cluster File</source>
        <translation>클러스터 파일</translation>
    </message>
    <message>
        <source>Clusters (*.json);;All files (*)</source>
        <translation>클러스터 (*.json);;모든 파일 (*)</translation>
    </message>
</context>
<context>
    <name>Targets</name>
    <message>
        <source>asking…</source>
        <translation>확인하는 중…</translation>
    </message>
    <message>
        <source>reachable</source>
        <translation>연결됨</translation>
    </message>
    <message>
        <source>not reachable: {}</source>
        <translation>연결 안 됨: {}</translation>
    </message>
    <message>
        <source>lost in the last run</source>
        <translation>마지막 실행에서 잃음</translation>
    </message>
    <message>
        <source>restarted: its state is lost</source>
        <translation>다시 시작됨: 상태가 사라졌습니다</translation>
    </message>
</context>
<context>
    <name>TensorFile</name>
    <message>
        <source>Save the tensor</source>
        <translation>텐서 저장</translation>
    </message>
    <message>
        <source>NumPy array (*.npy);;Comma-separated values (*.csv)</source>
        <translation>NumPy 배열 (*.npy);;쉼표로 구분한 값 (*.csv)</translation>
    </message>
    <message>
        <source>copied</source>
        <translation>복사함</translation>
    </message>
    <message>
        <source>copied as a picture</source>
        <translation>그림으로 복사함</translation>
    </message>
    <message>
        <source>At most {} cells can be copied: save the tensor instead.</source>
        <translation>{}칸까지 복사할 수 있습니다. 대신 텐서를 저장하세요.</translation>
    </message>
    <message>
        <source>{} cells copied</source>
        <translation>{}칸을 복사했습니다</translation>
    </message>
    <message>
        <source>Picture as it is shown (*.png)</source>
        <translation>보이는 그림 (*.png)</translation>
    </message>
    <message>
        <source>Writing {}…</source>
        <translation>{} 쓰는 중…</translation>
    </message>
    <message>
        <source>the worker ended</source>
        <translation>워커가 끝났습니다</translation>
    </message>
    <message>
        <source>saved to {}</source>
        <translation>{}에 저장함</translation>
    </message>
    <message>
        <source>Cannot save</source>
        <translation>저장할 수 없음</translation>
    </message>
    <message>
        <source>not saved</source>
        <translation>저장 안 함</translation>
    </message>
</context>
<context>
    <name>TensorFlowChoice</name>
    <message>
        <source>A run is in progress: stop it first.</source>
        <translation>실행 중입니다. 먼저 중지하세요.</translation>
    </message>
    <message>
        <source>Trying it…</source>
        <translation>시험하는 중…</translation>
    </message>
    <message>
        <source>Using TensorFlow {}</source>
        <translation>TensorFlow {} 사용 중</translation>
    </message>
</context>
<context>
    <name>TextDialog</name>
    <message>
        <source>Errors in the text</source>
        <translation>텍스트의 문제</translation>
    </message>
    <message>
        <source>Position of the cursor</source>
        <translation>커서 위치</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>A text of this length is checked when you press OK</source>
        <translation>이렇게 긴 텍스트는 확인을 누를 때 검사합니다</translation>
    </message>
    <message>
        <source>No errors</source>
        <translation>오류 없음</translation>
    </message>
    <message>
        <source>1 error: F8 goes there</source>
        <translation>오류 1개: F8로 이동</translation>
    </message>
    <message>
        <source>{} errors: F8 goes to the next</source>
        <translation>오류 {}개: F8로 다음 오류</translation>
    </message>
    <message>
        <source>line {}, column {}</source>
        <translation>{}행 {}열</translation>
    </message>
    <message>
        <source>Discard your changes?</source>
        <translation>바꾼 내용을 버릴까요?</translation>
    </message>
</context>
<context>
    <name>TimeTravel</name>
    <message>
        <source>Step {0}, failed</source>
        <translation>{0} 단계, 실패</translation>
    </message>
    <message>
        <source>Step {0}, incomplete</source>
        <translation>단계 {0}, 완료되지 않음</translation>
    </message>
    <message>
        <source>Step {0}, paused</source>
        <translation>{0} 단계, 일시 정지</translation>
    </message>
    <message>
        <source>A run is in progress: stop it first.</source>
        <translation>실행 중입니다. 먼저 중지하세요.</translation>
    </message>
    <message>
        <source>No past step is recorded: run the page first.</source>
        <translation>기록된 지난 단계가 없습니다. 먼저 페이지를 실행하세요.</translation>
    </message>
    <message>
        <source>Select a past step first: drag in the timeline below the page.</source>
        <translation>먼저 지난 단계를 선택하세요. 페이지 아래 타임라인에서 끄세요.</translation>
    </message>
    <message>
        <source>until step {0}</source>
        <translation>단계 {0}까지</translation>
    </message>
</context>
<context>
    <name>Timeline</name>
    <message>
        <source>Rewind to This Step</source>
        <translation>이 단계로 되감기</translation>
    </message>
    <message>
        <source>Latest</source>
        <translation>최신</translation>
    </message>
    <message>
        <source>Show the latest step (Esc)</source>
        <translation>최신 단계 보기 (Esc)</translation>
    </message>
    <message>
        <source>Hide the timeline: View &gt; Timeline shows it again</source>
        <translation>타임라인 숨기기: 보기 &gt; 타임라인으로 다시 표시</translation>
    </message>
    <message>
        <source>Steps of the run</source>
        <translation>실행 단계</translation>
    </message>
    <message>
        <source>Step {0} of {0}</source>
        <translation>단계 {0}/{0}</translation>
    </message>
    <message>
        <source>Step {0} of {1}</source>
        <translation>단계 {0} / {1}</translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation>단계 {0}</translation>
    </message>
</context>
<context>
    <name>TrailBar</name>
    <message>
        <source>Path to this page</source>
        <translation>이 페이지까지의 경로</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>위로</translation>
    </message>
    <message>
        <source>Up (Backspace)</source>
        <translation>위로 (Backspace)</translation>
    </message>
    <message>
        <source>The values are those of this instance</source>
        <translation>이 인스턴스의 값입니다</translation>
    </message>
</context>
<context>
    <name>ValueField</name>
    <message>
        <source>Edit…</source>
        <translation>편집…</translation>
    </message>
    <message>
        <source>Edit {} in a dialog</source>
        <translation>{}을(를) 대화 상자에서 편집</translation>
    </message>
    <message>
        <source>Edit all lines of the text (Ctrl+Enter in the field)</source>
        <translation>텍스트의 모든 줄 (입력란에서 Ctrl+Enter)</translation>
    </message>
    <message>
        <source>Slider of {0}</source>
        <translation>{0}의 슬라이더</translation>
    </message>
</context>
<context>
    <name>VariableFiles</name>
    <message>
        <source>TensorFlow checkpoints</source>
        <translation>TensorFlow 체크포인트</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>가중치</translation>
    </message>
    <message>
        <source>Arrays of numpy</source>
        <translation>numpy 배열</translation>
    </message>
    <message>
        <source>the worker does not answer</source>
        <translation>워커가 응답하지 않습니다</translation>
    </message>
    <message>
        <source>Cannot save the state</source>
        <translation>상태를 저장할 수 없음</translation>
    </message>
    <message>
        <source>Run a page first: its variables have no values yet.</source>
        <translation>먼저 페이지를 실행하세요. 변수에 아직 값이 없습니다.</translation>
    </message>
    <message>
        <source>Save Variables</source>
        <translation>변수 저장</translation>
    </message>
    <message>
        <source>{0}: saved {1} in {2}</source>
        <translation>{0}: {1}을(를) {2}에 저장함</translation>
    </message>
    <message>
        <source>Restore Variables</source>
        <translation>변수 복원</translation>
    </message>
    <message>
        <source>{0}: {1} have no value in {2} and were not changed</source>
        <translation>{0}: {1}은(는) {2}에 값이 없어 바꾸지 않았습니다</translation>
    </message>
    <message>
        <source>Open Recording</source>
        <translation>실행 기록 열기</translation>
    </message>
    <message>
        <source>{0} was edited since {1} was recorded: blocks show results of the edited page</source>
        <translation>{1}을(를) 기록한 뒤 {0}이(가) 편집되었습니다. 블록에는 편집한 페이지의 결과가 보입니다</translation>
    </message>
    <message>
        <source>The values of the variables are now their initial values.</source>
        <translation>이제 변수의 값이 초깃값입니다.</translation>
    </message>
    <message>
        <source>The variables have their initial values already.</source>
        <translation>변수의 값이 이미 초깃값입니다.</translation>
    </message>
    <message>
        <source>Values of variables</source>
        <translation>변수의 값</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>모든 파일</translation>
    </message>
    <message>
        <source>Cannot restore the state</source>
        <translation>상태를 복원할 수 없음</translation>
    </message>
    <message>
        <source>{0}: restored {1} from {2}</source>
        <translation>{0}: {2}에서 {1}을(를) 복원함</translation>
    </message>
    <message>
        <source>No variable has a value: run the page first.</source>
        <translation>값이 있는 변수가 없습니다. 먼저 페이지를 실행하세요.</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} 외 {1}개</translation>
    </message>
</context>
<context>
    <name>Viewer</name>
    <message>
        <source>View</source>
        <translation>표시 방식</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>표</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>선</translation>
    </message>
    <message>
        <source>Over steps</source>
        <translation>단계별</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>히트맵</translation>
    </message>
    <message>
        <source>Image</source>
        <translation>이미지</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>히스토그램</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>Values that are black and white</source>
        <translation>검은색과 흰색의 값</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>자동</translation>
    </message>
    <message>
        <source>Channels</source>
        <translation>채널</translation>
    </message>
    <message>
        <source>&amp;Previous run</source>
        <translation>이전 실행(&amp;R)</translation>
    </message>
    <message>
        <source>Compare with the result of the previous run</source>
        <translation>이전 실행의 결과와 비교</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>로그 눈금(&amp;L)</translation>
    </message>
    <message>
        <source>Use a logarithmic scale, which leaves out values of 0 or less</source>
        <translation>같은 거리가 같은 비율입니다. 0보다 크지 않은 값은 빠집니다</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>요소</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Next NaN or infinity</source>
        <translation>다음 NaN 또는 무한대</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>복사(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the selected cells, or the picture</source>
        <translation>선택한 칸이나 그림 복사</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>저장(&amp;S)…</translation>
    </message>
    <message>
        <source>Save the whole tensor as .npy or .csv, or a plot as .png</source>
        <translation>텐서 전체는 .npy나 .csv로, 그림은 .png로</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>고정(&amp;P)</translation>
    </message>
    <message>
        <source>Keep the viewer in sight</source>
        <translation>계속 보이게 하기</translation>
    </message>
    <message>
        <source>On the &amp;Canvas, Next to Its Block</source>
        <translation>캔버스에, 블록 옆에(&amp;C)</translation>
    </message>
    <message>
        <source>In a &amp;dock of the window</source>
        <translation>창의 도킹 패널에(&amp;D)</translation>
    </message>
    <message>
        <source>The worker no longer has this result: run again.</source>
        <translation>워커에 이 결과가 더는 없습니다. 다시 실행하세요.</translation>
    </message>
    <message>
        <source>all channels</source>
        <translation>모든 채널</translation>
    </message>
    <message>
        <source>channels as tiles</source>
        <translation>채널을 타일로</translation>
    </message>
    <message>
        <source>channel {}</source>
        <translation>채널 {}</translation>
    </message>
    <message>
        <source>the previous run has no result to compare with</source>
        <translation>이전 실행에는 비교할 결과가 없음</translation>
    </message>
    <message>
        <source>the previous run has {}</source>
        <translation>이전 실행의 결과: {}</translation>
    </message>
    <message>
        <source>all numbers are finite</source>
        <translation>모든 수가 유한함</translation>
    </message>
</context>
<context>
    <name>WeightDialog</name>
    <message>
        <source>Double click, F2 or typing edits an element; Ctrl+V pastes a table, Ctrl+Z undoes the last change</source>
        <translation>두 번 누르거나 F2를 누르거나 입력하면 요소를 편집합니다. Ctrl+V는 표를 붙여넣고 Ctrl+Z는 마지막 변경을 되돌립니다</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>가져오기(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>내보내기(&amp;E)…</translation>
    </message>
    <message>
        <source>Element {}</source>
        <translation>요소 {}</translation>
    </message>
    <message>
        <source>enter one number</source>
        <translation>수 하나여야 합니다</translation>
    </message>
</context>
<context>
    <name>WhyBox</name>
    <message>
        <source>Enter: choose · Esc: close</source>
        <translation>Enter: 선택 · Esc: 닫기</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>외 {0}개</translation>
    </message>
</context>
<context>
    <name>WireBox</name>
    <message>
        <source>Which wire: names of blocks or pins</source>
        <translation>어떤 와이어: 블록이나 핀의 이름</translation>
    </message>
    <message>
        <source>1 wire fits</source>
        <translation>와이어 1개 가능</translation>
    </message>
    <message>
        <source>{} wires fit</source>
        <translation>와이어 {}개 가능</translation>
    </message>
    <message>
        <source>Everything that fits is already wired</source>
        <translation>이미 연결된 것 말고는 맞는 것이 없습니다</translation>
    </message>
    <message>
        <source>Select a block to wire, or several to wire with each other</source>
        <translation>연결할 블록을 선택하세요. 여러 개를 선택하면 서로 연결합니다</translation>
    </message>
    <message>
        <source>Wire the selected blocks</source>
        <translation>선택한 블록 연결</translation>
    </message>
</context>
<context>
    <name>WireGradientsView</name>
    <message>
        <source>The next run shows the size of the gradient of the loss on each wire</source>
        <translation>다음 실행에서 각 와이어에 손실 기울기의 크기를 보입니다</translation>
    </message>
    <message>
        <source>Gradients are no longer shown on wires</source>
        <translation>와이어에 그래디언트를 더 이상 표시하지 않습니다</translation>
    </message>
</context>
<context>
    <name>WorkerSession</name>
    <message>
        <source>The worker cannot be started: {}</source>
        <translation>워커를 시작할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>The document is not trusted to act outside.</source>
        <translation>이 문서는 바깥에 작용하도록 신뢰되지 않았습니다.</translation>
    </message>
    <message>
        <source>the page was still being compiled, so its process was ended</source>
        <translation>페이지를 아직 컴파일하고 있어 프로세스를 끝냈습니다</translation>
    </message>
    <message>
        <source>an operation did not react to Stop, so its process was ended</source>
        <translation>중지에 응답하지 않는 연산이 있어 프로세스를 끝냈습니다</translation>
    </message>
</context>
<context>
    <name>_ComparisonModel</name>
    <message>
        <source>Output</source>
        <translation>출력</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>상대</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>최대</translation>
    </message>
    <message>
        <source>At</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>Elements</source>
        <translation>요소</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>노드</translation>
    </message>
    <message>
        <source>Output of a block</source>
        <translation>블록의 출력</translation>
    </message>
    <message>
        <source>Largest difference, divided by the largest value</source>
        <translation>가장 큰 차이를 가장 큰 값으로 나눈 것</translation>
    </message>
    <message>
        <source>Largest difference of two elements</source>
        <translation>두 요소의 가장 큰 차이</translation>
    </message>
    <message>
        <source>Index of the largest difference</source>
        <translation>가장 큰 차이의 위치(인덱스)</translation>
    </message>
    <message>
        <source>Number of elements that differ, of all</source>
        <translation>전체 가운데 다른 요소의 수</translation>
    </message>
    <message>
        <source>Name of the node in the graph</source>
        <translation>그래프에서의 노드 이름</translation>
    </message>
</context>
<context>
    <name>_List</name>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>페이지</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Saved runs</source>
        <translation>저장한 실행</translation>
    </message>
</context>
<context>
    <name>_Tree</name>
    <message>
        <source>Cost of the page</source>
        <translation>페이지 비용</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>블록</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>비율</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>시간</translation>
    </message>
    <message>
        <source>Allocated</source>
        <translation>할당</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>매개변수</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOPs</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>활성값</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>타입</translation>
    </message>
    <message>
        <source>Share of the time of all ops</source>
        <translation>모든 op 시간 중 비율</translation>
    </message>
    <message>
        <source>Time of the kernels in the traced step</source>
        <translation>추적된 단계에서 커널의 시간</translation>
    </message>
    <message>
        <source>Bytes of all outputs of ops in a step</source>
        <translation>한 단계에서 op의 모든 출력의 바이트</translation>
    </message>
    <message>
        <source>Bytes that the ops allocated</source>
        <translation>연산이 할당한 바이트</translation>
    </message>
    <message>
        <source>Elements of the variables</source>
        <translation>변수의 원소</translation>
    </message>
    <message>
        <source>Floating point operations: a multiplication with its addition counts as 2</source>
        <translation>부동소수점 연산: 곱셈과 그 덧셈을 2로 셉니다</translation>
    </message>
</context>
</TS>
