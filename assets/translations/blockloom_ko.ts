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
        <source>Set {0}</source>
        <translation>{0} 설정</translation>
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
        <source>Snap {0} items</source>
        <translation>항목 {0}개 격자에 맞추기</translation>
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
        <source>{0} is not allowed; there are {1}</source>
        <translation>{0}은(는) 쓸 수 없습니다. 가능한 값: {1}</translation>
    </message>
    <message>
        <source>at least {0} is wanted</source>
        <translation>{0} 이상이어야 합니다</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>값 없음</translation>
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
        <source>Delete wire</source>
        <translation>와이어 삭제</translation>
    </message>
    <message>
        <source>Insert a block …</source>
        <translation>블록 끼워 넣기 …</translation>
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
        <source>Route by itself</source>
        <translation>자동 경로</translation>
    </message>
    <message>
        <source>Order {0}</source>
        <translation>{0} 순서 변경</translation>
    </message>
    <message>
        <source>Earlier in {0}</source>
        <translation>{0}에서 앞으로</translation>
    </message>
    <message>
        <source>Later in {0}</source>
        <translation>{0}에서 뒤로</translation>
    </message>
    <message>
        <source>Go to {0}</source>
        <translation>{0}(으)로 이동</translation>
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
        <source>Make a Const block of it</source>
        <translation>Const 블록으로 만들기</translation>
    </message>
    <message>
        <source>Problems and fixes …</source>
        <translation>문제와 해결책 …</translation>
    </message>
    <message>
        <source>Show results</source>
        <translation>결과 보기</translation>
    </message>
    <message>
        <source>Rename …</source>
        <translation>이름 바꾸기 …</translation>
    </message>
    <message>
        <source>Change type …</source>
        <translation>유형 바꾸기 …</translation>
    </message>
    <message>
        <source>Edit the text</source>
        <translation>텍스트 편집</translation>
    </message>
    <message>
        <source>Expand</source>
        <translation>펼치기</translation>
    </message>
    <message>
        <source>Collapse</source>
        <translation>접기</translation>
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
        <source>Cut</source>
        <translation>잘라내기</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>복제</translation>
    </message>
    <message>
        <source>Duplicate with incoming wires</source>
        <translation>들어오는 와이어와 함께 복제</translation>
    </message>
    <message>
        <source>Take out of {0}</source>
        <translation>{0}에서 꺼내기</translation>
    </message>
    <message>
        <source>Put a frame around</source>
        <translation>프레임 두르기</translation>
    </message>
    <message>
        <source>Unmute</source>
        <translation>켜기</translation>
    </message>
    <message>
        <source>Mute</source>
        <translation>끄기</translation>
    </message>
    <message>
        <source>Bypass no more</source>
        <translation>건너뛰지 않기</translation>
    </message>
    <message>
        <source>Bypass</source>
        <translation>건너뛰기</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Delete and reconnect</source>
        <translation>삭제하고 다시 잇기</translation>
    </message>
    <message>
        <source>Detach from its wires</source>
        <translation>선에서 떼어 내기</translation>
    </message>
    <message>
        <source>Add a block …</source>
        <translation>블록 추가 …</translation>
    </message>
    <message>
        <source>Add a note</source>
        <translation>메모 추가</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>붙여넣기</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>모두 선택</translation>
    </message>
    <message>
        <source>Undo {0}</source>
        <translation>실행 취소: {0}</translation>
    </message>
    <message>
        <source>Redo {0}</source>
        <translation>다시 실행: {0}</translation>
    </message>
    <message>
        <source>Fit the page</source>
        <translation>페이지에 맞추기</translation>
    </message>
    <message>
        <source>Hide the map</source>
        <translation>지도 숨기기</translation>
    </message>
    <message>
        <source>Show the map</source>
        <translation>지도 보기</translation>
    </message>
    <message>
        <source>Bookmark this view</source>
        <translation>이 보기를 책갈피에 추가</translation>
    </message>
    <message>
        <source>Zoom to 100 %</source>
        <translation>100%로 확대/축소</translation>
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
        <source>Drag it to another block: what runs before this block runs.</source>
        <translation>다른 블록으로 끌면 그 블록이 이 블록보다 먼저 실행됩니다.</translation>
    </message>
    <message>
        <source>Drag it to another block: what runs after this block has run.</source>
        <translation>다른 블록으로 끌면 그 블록이 이 블록 다음에 실행됩니다.</translation>
    </message>
    <message>
        <source>Click for what mends it.</source>
        <translation>클릭하면 해결 방법을 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Runs by the CPU reference: lowered to ordinary ops, as no TPU is here.</source>
        <translation>CPU 기준 구현으로 실행: TPU가 없어 일반 op으로 변환됩니다.</translation>
    </message>
    <message>
        <source>Muted: the page runs without it.</source>
        <translation>꺼짐: 페이지가 이 블록 없이 실행됩니다.</translation>
    </message>
    <message>
        <source>Bypassed: its input goes on in the place of its output.</source>
        <translation>건너뜀: 출력 대신 입력이 그대로 이어집니다.</translation>
    </message>
    <message>
        <source>Left out: a block that it needs is muted.</source>
        <translation>빠짐: 필요한 블록이 꺼져 있습니다.</translation>
    </message>
    <message>
        <source>There are no other attributes.</source>
        <translation>다른 속성이 없습니다.</translation>
    </message>
    <message>
        <source>The page. It is never wired.</source>
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
        <source>from {0}</source>
        <translation>{0}에서</translation>
    </message>
    <message>
        <source>, optional</source>
        <translation>, 선택 사항</translation>
    </message>
    <message>
        <source>{0}: because of what is wrong here</source>
        <translation>{0}: 여기의 문제 때문에</translation>
    </message>
    <message>
        <source>{0}: because of what is wrong at {1}</source>
        <translation>{0}: {1}의 문제 때문에</translation>
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
        <source>a block cannot feed itself</source>
        <translation>블록은 자기 자신에 연결할 수 없습니다</translation>
    </message>
    <message>
        <source>a control wire goes from block to block, not to a pin</source>
        <translation>제어 와이어는 핀이 아니라 블록끼리 잇습니다</translation>
    </message>
    <message>
        <source>{0} is no part of the graph: nothing waits for it, and it waits for nothing</source>
        <translation>{0}은(는) 그래프에 속하지 않아 서로 기다릴 것이 없습니다</translation>
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
        <source>{0} is no part of the graph: what it gives goes to monitors only</source>
        <translation>{0}은(는) 그래프에 속하지 않아 모니터에만 연결됩니다</translation>
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
        <source>an output goes to an input</source>
        <translation>출력은 입력에 연결합니다</translation>
    </message>
    <message>
        <source>an input takes an output</source>
        <translation>입력은 출력에 연결합니다</translation>
    </message>
    <message>
        <source>{0} and {1} fit</source>
        <translation>{0}와(과) {1}은(는) 연결할 수 있습니다</translation>
    </message>
    <message>
        <source>{0} takes no wire</source>
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
        <translation>선 {0}개 옮기기</translation>
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
        <translation>선(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>새로 만들기(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open ...</source>
        <translation>열기(&amp;O) ...</translation>
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
        <source>Save &amp;As ...</source>
        <translation>다른 이름으로 저장(&amp;A) ...</translation>
    </message>
    <message>
        <source>&amp;Export Page ...</source>
        <translation>페이지 내보내기(&amp;E) ...</translation>
    </message>
    <message>
        <source>The page in front as a PNG, SVG or PDF picture</source>
        <translation>보이는 페이지를 PNG, SVG, PDF 그림으로</translation>
    </message>
    <message>
        <source>Cop&amp;y as Picture</source>
        <translation>그림으로 복사(&amp;Y)</translation>
    </message>
    <message>
        <source>The selected blocks, or the page in front, onto the clipboard</source>
        <translation>선택한 블록이나 앞에 있는 페이지를 클립보드에</translation>
    </message>
    <message>
        <source>&amp;Print ...</source>
        <translation>인쇄(&amp;P) ...</translation>
    </message>
    <message>
        <source>&amp;Recover Edits ...</source>
        <translation>편집 복구(&amp;R) ...</translation>
    </message>
    <message>
        <source>What was not saved when Blockloom ended unexpectedly</source>
        <translation>Blockloom이 예기치 않게 끝났을 때 저장되지 않은 내용</translation>
    </message>
    <message>
        <source>Map &amp;Windows Folders ...</source>
        <translation>Windows 폴더 지정(&amp;W) ...</translation>
    </message>
    <message>
        <source>Say where the Windows folders that an enuSpace page names lie on this machine</source>
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
        <source>Undo &amp;History ...</source>
        <translation>실행 취소 기록(&amp;H) ...</translation>
    </message>
    <message>
        <source>What was done, to go back to any of it</source>
        <translation>한 일의 목록, 어느 단계로든 돌아갈 수 있습니다</translation>
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
        <translation>들어오는 선과 함께 붙여넣기(&amp;I)</translation>
    </message>
    <message>
        <source>Wired to what the originals were wired to, as far as that is on the page</source>
        <translation>원본이 연결되어 있던 것이 페이지에 있으면 그것에 연결합니다</translation>
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
        <source>Add &amp;Block after the Selected ...</source>
        <translation>선택한 블록 뒤에 블록 추가(&amp;B) ...</translation>
    </message>
    <message>
        <source>To its right, wired to its first output</source>
        <translation>그 오른쪽에, 첫 출력에 연결하여</translation>
    </message>
    <message>
        <source>Sa&amp;ve as Snippet ...</source>
        <translation>조각으로 저장(&amp;V) ...</translation>
    </message>
    <message>
        <source>Keep the selected blocks under a name, for any page</source>
        <translation>선택한 블록을 이름을 붙여 두었다가 어느 페이지에나 씁니다</translation>
    </message>
    <message>
        <source>Insert Snippet ...</source>
        <translation>조각 넣기 ...</translation>
    </message>
    <message>
        <source>Blocks that were kept under a name</source>
        <translation>이름을 붙여 둔 블록들</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>삭제(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Mute or Unmute</source>
        <translation>끄기/켜기(&amp;M)</translation>
    </message>
    <message>
        <source>The page runs without the selected blocks, and without those that cannot be without them</source>
        <translation>선택한 블록과, 그 블록 없이는 안 되는 블록을 빼고 페이지를 실행합니다</translation>
    </message>
    <message>
        <source>B&amp;ypass or Not</source>
        <translation>건너뛰기/해제(&amp;Y)</translation>
    </message>
    <message>
        <source>In the place of the selected blocks&apos; outputs stand their inputs of the same type</source>
        <translation>선택한 블록의 출력 대신 같은 유형의 입력이 이어집니다</translation>
    </message>
    <message>
        <source>Select &amp;All</source>
        <translation>모두 선택(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Select What Feeds It</source>
        <translation>이것에 들어오는 블록 선택(&amp;S)</translation>
    </message>
    <message>
        <source>Add the blocks that the selected ones are wired from</source>
        <translation>선택한 블록에 선을 보내는 블록을 더합니다</translation>
    </message>
    <message>
        <source>Se&amp;lect What It Feeds</source>
        <translation>이것이 보내는 블록 선택(&amp;L)</translation>
    </message>
    <message>
        <source>Add the blocks that the selected ones are wired to</source>
        <translation>선택한 블록의 선이 가는 블록을 더합니다</translation>
    </message>
    <message>
        <source>Select All That It &amp;Needs</source>
        <translation>필요로 하는 모든 블록 선택(&amp;N)</translation>
    </message>
    <message>
        <source>Select All T&amp;hat Needs It</source>
        <translation>이것을 필요로 하는 모든 블록 선택(&amp;H)</translation>
    </message>
    <message>
        <source>Select All Lin&amp;ked</source>
        <translation>연결된 모든 블록 선택(&amp;K)</translation>
    </message>
    <message>
        <source>Select All &amp;of the Same Type</source>
        <translation>같은 유형 모두 선택(&amp;O)</translation>
    </message>
    <message>
        <source>Add &amp;Block ...</source>
        <translation>블록 추가(&amp;B) ...</translation>
    </message>
    <message>
        <source>Choose a block type in the palette</source>
        <translation>팔레트에서 블록 유형 고르기</translation>
    </message>
    <message>
        <source>Fi&amp;x Problem ...</source>
        <translation>문제 해결(&amp;X) ...</translation>
    </message>
    <message>
        <source>What is wrong with the selected block, or the next one with a problem, and what mends it</source>
        <translation>선택한 블록이나 문제가 있는 첫 블록의 문제와 해결 방법</translation>
    </message>
    <message>
        <source>&amp;Find Block ...</source>
        <translation>블록 찾기(&amp;F) ...</translation>
    </message>
    <message>
        <source>Prefere&amp;nces ...</source>
        <translation>환경설정(&amp;N) ...</translation>
    </message>
    <message>
        <source>Theme, text size, language, keys</source>
        <translation>테마, 글자 크기, 언어, 단축키</translation>
    </message>
    <message>
        <source>&amp;Fit</source>
        <translation>맞추기(&amp;F)</translation>
    </message>
    <message>
        <source>Show the whole page</source>
        <translation>페이지 전체 보기</translation>
    </message>
    <message>
        <source>Fit the &amp;Selection</source>
        <translation>선택에 맞추기(&amp;S)</translation>
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
        <source>&amp;Map of the Page</source>
        <translation>페이지 지도(&amp;M)</translation>
    </message>
    <message>
        <source>Bookmark This &amp;View</source>
        <translation>이 보기를 책갈피에 추가(&amp;V)</translation>
    </message>
    <message>
        <source>Keep what is in view: a digit key, or View &gt; Bookmarks, comes back to it</source>
        <translation>지금 보이는 곳을 남깁니다: 숫자 키나 보기 &gt; 책갈피로 돌아옵니다</translation>
    </message>
    <message>
        <source>Go to &amp;Page</source>
        <translation>페이지로 이동(&amp;P)</translation>
    </message>
    <message>
        <source>Go to In&amp;spector</source>
        <translation>속성 창으로 이동(&amp;S)</translation>
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
        <source>Go to &amp;Outline</source>
        <translation>개요로 이동(&amp;O)</translation>
    </message>
    <message>
        <source>Pages, blocks, pins and wires as a tree</source>
        <translation>페이지, 블록, 핀, 와이어를 트리로 보기</translation>
    </message>
    <message>
        <source>Go to &amp;Messages</source>
        <translation>메시지로 이동(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;View Result ...</source>
        <translation>결과 보기(&amp;V) ...</translation>
    </message>
    <message>
        <source>The selected block&apos;s result as a table, plots or an image</source>
        <translation>선택한 블록의 결과를 표, 그래프, 이미지로 보기</translation>
    </message>
    <message>
        <source>Pi&amp;n Result to the Canvas</source>
        <translation>결과를 캔버스에 고정(&amp;N)</translation>
    </message>
    <message>
        <source>Pin the selected block&apos;s result beside it: a table, lines or an image that each run updates</source>
        <translation>선택한 블록의 결과를 그 옆에 고정합니다. 표, 선 또는 이미지가 실행할 때마다 갱신됩니다</translation>
    </message>
    <message>
        <source>&amp;Light Theme</source>
        <translation>밝은 테마(&amp;L)</translation>
    </message>
    <message>
        <source>Lay out the selected blocks, or the page, so that wires run to the right and few cross</source>
        <translation>선택한 블록이나 페이지를 와이어가 오른쪽으로 흐르고 덜 엇갈리도록 배치합니다</translation>
    </message>
    <message>
        <source>&amp;Frame around the Selection</source>
        <translation>선택 항목에 프레임 두르기(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Collapse or Expand Frame</source>
        <translation>프레임 접기/펼치기(&amp;C)</translation>
    </message>
    <message>
        <source>Take &amp;out of Its Frame</source>
        <translation>프레임에서 꺼내기(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Colour ...</source>
        <translation>색(&amp;C) ...</translation>
    </message>
    <message>
        <source>The colour of the selected blocks and notes</source>
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
        <source>One below the other, their middles in line</source>
        <translation>위아래로, 가운데를 나란히</translation>
    </message>
    <message>
        <source>Align &amp;Middles</source>
        <translation>세로 가운데 맞춤(&amp;M)</translation>
    </message>
    <message>
        <source>In a row, their middles in line</source>
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
        <source>&amp;Snap to the Grid</source>
        <translation>격자에 맞추기(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Wire the Selected Blocks</source>
        <translation>선택한 블록 연결(&amp;W)</translation>
    </message>
    <message>
        <source>Each to the nearest on its right, by the pins that fit best</source>
        <translation>각각 오른쪽에서 가장 가까운 블록에, 가장 잘 맞는 핀으로</translation>
    </message>
    <message>
        <source>&amp;Swap Inputs</source>
        <translation>입력 맞바꾸기(&amp;S)</translation>
    </message>
    <message>
        <source>Wires and values of the inputs of one type change places; the sources of two selected wires do</source>
        <translation>같은 유형 입력의 선과 값이 자리를 바꿉니다. 선 두 개를 선택했으면 그 출발점이 바뀝니다</translation>
    </message>
    <message>
        <source>&amp;Change Type ...</source>
        <translation>유형 바꾸기(&amp;C) ...</translation>
    </message>
    <message>
        <source>Another type in the place of the selected blocks: wires and values stay, as far as they fit</source>
        <translation>선택한 블록 자리에 다른 유형을 놓고, 선과 값은 맞는 만큼 그대로 둡니다</translation>
    </message>
    <message>
        <source>&amp;Detach</source>
        <translation>떼어 내기(&amp;D)</translation>
    </message>
    <message>
        <source>Take the selected blocks off their wires, which then lead around them</source>
        <translation>선택한 블록을 선에서 떼어 내고, 선은 블록을 건너뛰어 이어집니다</translation>
    </message>
    <message>
        <source>Delete and &amp;Reconnect</source>
        <translation>삭제하고 다시 잇기(&amp;R)</translation>
    </message>
    <message>
        <source>What the deleted blocks fed is fed by what fed them, where the types fit</source>
        <translation>유형이 맞으면, 지운 블록이 보내던 곳에 그 블록에 들어오던 것이 이어집니다</translation>
    </message>
    <message>
        <source>Make &amp;Blocks of Typed Values</source>
        <translation>입력한 값을 블록으로 만들기(&amp;B)</translation>
    </message>
    <message>
        <source>Each value typed into an input of the selected blocks becomes a Const block, wired to it</source>
        <translation>선택한 블록의 입력에 입력한 값마다 연결된 Const 블록이 됩니다</translation>
    </message>
    <message>
        <source>&amp;Type In the Values of Const Blocks</source>
        <translation>Const 블록의 값을 입력으로 적기(&amp;T)</translation>
    </message>
    <message>
        <source>Values of Const blocks that feed the selected blocks are typed into their inputs</source>
        <translation>선택한 블록에 들어오는 Const 블록의 값을 그 입력에 적습니다</translation>
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
        <source>Re&amp;move Page</source>
        <translation>페이지 삭제(&amp;M)</translation>
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
        <source>Run as many steps as the field says</source>
        <translation>입력란의 수만큼 단계를 실행합니다</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>한 단계(&amp;S)</translation>
    </message>
    <message>
        <source>Run one step</source>
        <translation>한 단계만 실행합니다</translation>
    </message>
    <message>
        <source>Run &amp;Continuously</source>
        <translation>계속 실행(&amp;C)</translation>
    </message>
    <message>
        <source>Run until stopped</source>
        <translation>멈출 때까지 실행합니다</translation>
    </message>
    <message>
        <source>Run &amp;Until ...</source>
        <translation>조건까지 실행(&amp;U) ...</translation>
    </message>
    <message>
        <source>Run until a condition holds, such as LOSS &lt; 0.01</source>
        <translation>LOSS &lt; 0.01 같은 조건이 성립할 때까지 실행합니다</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>중지(&amp;T)</translation>
    </message>
    <message>
        <source>Run after &amp;Each Edit</source>
        <translation>편집할 때마다 실행(&amp;E)</translation>
    </message>
    <message>
        <source>One step after each edit that leaves the page without errors</source>
        <translation>페이지에 오류가 없으면 편집할 때마다 한 단계를 실행합니다</translation>
    </message>
    <message>
        <source>Show T&amp;imes of Blocks</source>
        <translation>블록별 시간 보기(&amp;I)</translation>
    </message>
    <message>
        <source>Each run tells how long each block takes in a step: above the blocks, and the slowest in the messages</source>
        <translation>실행할 때마다 블록이 한 단계에 걸린 시간을 블록 위에, 가장 느린 것을 메시지에 보입니다</translation>
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
        <source>Tar&amp;get ...</source>
        <translation>대상(&amp;G) ...</translation>
    </message>
    <message>
        <source>Run on this machine or on a task of a cluster, and see which tasks can be reached</source>
        <translation>이 컴퓨터나 클러스터의 태스크에서 실행하고, 연결되는 태스크를 봅니다</translation>
    </message>
    <message>
        <source>&amp;Commands ...</source>
        <translation>명령(&amp;C) ...</translation>
    </message>
    <message>
        <source>Find a command by its name</source>
        <translation>이름으로 명령 찾기</translation>
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
        <source>What the selected block does, its pins and attributes</source>
        <translation>선택한 블록이 하는 일과 그 핀, 속성</translation>
    </message>
    <message>
        <source>&amp;Mouse and Keys on the Page</source>
        <translation>페이지에서 마우스와 키(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Colours of Pins and Wires</source>
        <translation>핀과 와이어의 색(&amp;C)</translation>
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
        <source>{0} has no result that could be pinned</source>
        <translation>{0}에는 고정할 결과가 없습니다</translation>
    </message>
    <message>
        <source>Pin {0}</source>
        <translation>{0} 고정</translation>
    </message>
    <message>
        <source>{0} is pinned: it shows what each run gives, and moves with {1}</source>
        <translation>{0} 고정됨: 실행할 때마다 결과를 보여 주고 {1}와(과) 함께 움직입니다</translation>
    </message>
    <message>
        <source>Select a block whose result is to be pinned</source>
        <translation>결과를 고정할 블록을 선택하세요</translation>
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
        <source>Pin to the canvas</source>
        <translation>캔버스에 고정</translation>
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
        <source>Training</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>CPU reference where no TPU is</source>
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
        <source>TensorFlow ships no text for this op.</source>
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
        <source>Drawing {} ...</source>
        <translation>{} 그리는 중 ...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
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
        <source>{} is not allowed: {}</source>
        <translation>{}은(는) 쓸 수 없습니다: {}</translation>
    </message>
    <message>
        <source>at least {} is wanted</source>
        <translation>{} 이상이어야 합니다</translation>
    </message>
    <message>
        <source>at least {} elements are wanted</source>
        <translation>요소가 {}개 이상이어야 합니다</translation>
    </message>
    <message>
        <source>Moving about</source>
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
        <source>Move the page about</source>
        <translation>페이지 움직이기</translation>
    </message>
    <message>
        <source>1 ... 9</source>
        <translation>1 ... 9</translation>
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
        <source>Move the selection; Alt: off the grid; into and out of frames</source>
        <translation>선택 항목 이동. Alt: 격자 무시. 프레임 안팎으로</translation>
    </message>
    <message>
        <source>Drag on the empty page</source>
        <translation>빈 곳에서 끌기</translation>
    </message>
    <message>
        <source>Shift or Ctrl and click</source>
        <translation>Shift 또는 Ctrl과 클릭</translation>
    </message>
    <message>
        <source>Add to the selection, or take away</source>
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
        <source>Type the first value; Tab goes to the next</source>
        <translation>첫 값 입력. Tab: 다음 값으로</translation>
    </message>
    <message>
        <source>Zoom at the pointer; with Shift, and a wheel that tilts: to the side</source>
        <translation>포인터 자리에서 확대·축소, Shift를 누르거나 기울어지는 휠이면 옆으로</translation>
    </message>
    <message>
        <source>B, Ctrl+Shift+1 ... 9</source>
        <translation>B, Ctrl+Shift+1 ... 9</translation>
    </message>
    <message>
        <source>Select what a box touches; Shift adds, Ctrl takes away</source>
        <translation>상자에 닿는 것을 선택, Shift는 더하고 Ctrl은 뺌</translation>
    </message>
    <message>
        <source>Ctrl+Alt and drag on the empty page</source>
        <translation>빈 페이지에서 Ctrl+Alt를 누르고 끌기</translation>
    </message>
    <message>
        <source>Select what a stroke goes around</source>
        <translation>그은 선이 둘러싸는 것을 선택</translation>
    </message>
    <message>
        <source>Ctrl and drag</source>
        <translation>Ctrl을 누르고 끌기</translation>
    </message>
    <message>
        <source>Drag a copy; with Shift too: wired to what feeds the original</source>
        <translation>복사본을 끌기, Shift도 누르면 원본에 들어오는 것에 연결</translation>
    </message>
    <message>
        <source>Alt and drag</source>
        <translation>Alt를 누르고 끌기</translation>
    </message>
    <message>
        <source>Drag a block out of its wires, onto another wire perhaps</source>
        <translation>블록을 선에서 끌어내기, 다른 선 위에 놓을 수도 있음</translation>
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
        <source>It stands in the wire</source>
        <translation>와이어 사이에 들어갑니다</translation>
    </message>
    <message>
        <source>Drop a block without wires, or a type, on a wire</source>
        <translation>선이 없는 블록이나 블록 유형을 선 위에 놓기</translation>
    </message>
    <message>
        <source>Drop a picture or sound on the page</source>
        <translation>그림이나 소리를 페이지에 놓기</translation>
    </message>
    <message>
        <source>Blocks that read it</source>
        <translation>그것을 읽는 블록들</translation>
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
        <source>Drag from the diamond beside a title</source>
        <translation>제목 옆 마름모에서 끌기</translation>
    </message>
    <message>
        <source>Control wire: what runs after what</source>
        <translation>제어 와이어: 무엇 다음에 실행할지</translation>
    </message>
    <message>
        <source>Alt and right button, from block to block</source>
        <translation>Alt와 오른쪽 단추로 블록에서 블록으로 끌기</translation>
    </message>
    <message>
        <source>Wire them by the pins that fit best</source>
        <translation>가장 잘 맞는 핀으로 연결</translation>
    </message>
    <message>
        <source>Shift and drag from an output</source>
        <translation>Shift를 누르고 출력에서 끌기</translation>
    </message>
    <message>
        <source>Take all its wires to another output</source>
        <translation>그 선을 모두 다른 출력으로 옮기기</translation>
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
        <source>Give it a way of its own</source>
        <translation>경로를 직접 정하기</translation>
    </message>
    <message>
        <source>Double click on a wire</source>
        <translation>와이어 두 번 클릭</translation>
    </message>
    <message>
        <source>Leave its way to the page again; else add a block in between</source>
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
        <source>Pin it to the canvas, as a table, lines, an image ...</source>
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
        <source>Do</source>
        <translation>동작</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>하는 일</translation>
    </message>
    <message>
        <source>Folders of the page</source>
        <translation>페이지의 폴더</translation>
    </message>
    <message>
        <source>The page names files in Windows folders. Say where they lie on this machine; what is left empty stays as it is. Folders of the same name beside the page are filled in.</source>
        <translation>페이지가 Windows 폴더의 파일을 가리킵니다. 이 컴퓨터의 어디에 있는지 지정하세요. 비워 두면 그대로 둡니다. 페이지 옆의 같은 이름 폴더는 미리 채워져 있습니다.</translation>
    </message>
    <message>
        <source>stays as it is</source>
        <translation>그대로 둠</translation>
    </message>
    <message>
        <source>Browse ...</source>
        <translation>찾아보기 ...</translation>
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
        <source>Imported; the messages tell what was changed, kept as a note or left out</source>
        <translation>가져왔습니다. 바뀌거나 메모로 남거나 빠진 것은 메시지에 있습니다</translation>
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
        <source>resource: a handle of a variable, table, queue ...</source>
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
        <translation>그래디언트와 그 변수</translation>
    </message>
    <message>
        <source>feed: a value for a placeholder</source>
        <translation>feed: placeholder에 주는 값</translation>
    </message>
    <message>
        <source>input, in its middle the colour of its dtype</source>
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
        <source>the page&apos;s scope: never wired</source>
        <translation>페이지의 스코프: 연결하지 않음</translation>
    </message>
    <message>
        <source>no pin of this type of block: wired or typed in the file</source>
        <translation>이 블록 유형의 핀이 아님: 파일에서 연결되거나 입력됨</translation>
    </message>
    <message>
        <source>Colours of pins and wires</source>
        <translation>핀과 와이어의 색</translation>
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
        <source>Lan&amp;guage</source>
        <translation>언어(&amp;G)</translation>
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
        <source>No examples are installed</source>
        <translation>설치된 예제 없음</translation>
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
        <source>Rename or Remove ...</source>
        <translation>이름 바꾸기 또는 삭제 ...</translation>
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
        <source>run before</source>
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
        <source>{} is taken by {}: Set takes it from there.</source>
        <translation>{}은(는) {}에서 쓰고 있습니다. &apos;지정&apos;을 누르면 옮겨 옵니다.</translation>
    </message>
    <message>
        <source>{} has lost its keys.</source>
        <translation>{}의 키가 없어졌습니다.</translation>
    </message>
    <message>
        <source>Every command has its own keys again.</source>
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
        <translation>원소 1개</translation>
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
        <source>{} is no other block of this page that has a config</source>
        <translation>{}은(는) 이 페이지에서 config가 있는 다른 블록이 아닙니다</translation>
    </message>
    <message>
        <source>Name the block whose config is meant</source>
        <translation>config를 가져올 블록의 이름을 쓰세요</translation>
    </message>
    <message>
        <source>Not checked: the worker cannot be started</source>
        <translation>확인하지 못함: 워커를 시작할 수 없습니다</translation>
    </message>
    <message>
        <source>TensorFlow is starting: the check follows ...</source>
        <translation>TensorFlow를 시작하는 중입니다. 곧 확인합니다 ...</translation>
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
        <translation>원소 없음</translation>
    </message>
    <message>
        <source>{0} not finite</source>
        <translation>유한하지 않은 값 {0}개</translation>
    </message>
    <message>
        <source>of every {0}th</source>
        <translation>{0}개마다 하나</translation>
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
        <source>difference to the run before</source>
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
        <source>as in the run before</source>
        <translation>이전 실행과 같음</translation>
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
        <translation>두 선의 출발점 맞바꾸기</translation>
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
        <source>W&amp;ire ...</source>
        <translation>와이어 연결(&amp;I) ...</translation>
    </message>
    <message>
        <source>Choose among the wires that the selected blocks could get</source>
        <translation>선택한 블록에 연결할 수 있는 와이어 중에서 고릅니다</translation>
    </message>
    <message>
        <source>Ne&amp;xt Part of the Window</source>
        <translation>창의 다음 영역(&amp;X)</translation>
    </message>
    <message>
        <source>Give the keyboard to the page, the inspector, the lists, the block types ... in turn</source>
        <translation>페이지, 속성 창, 목록, 블록 유형 ... 로 키보드를 차례로 옮깁니다</translation>
    </message>
    <message>
        <source>Pre&amp;vious Part of the Window</source>
        <translation>창의 이전 영역(&amp;V)</translation>
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
        <source>{} blocks</source>
        <translation>블록 {}개</translation>
    </message>
    <message>
        <source>{} wires</source>
        <translation>와이어 {}개</translation>
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
        <source>Select a block to see its pins, attributes and results.</source>
        <translation>블록을 선택하면 핀, 속성, 결과가 보입니다.</translation>
    </message>
    <message>
        <source>Go to {}</source>
        <translation>{}(으)로 이동</translation>
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
        <source>Another …</source>
        <translation>다른 색 …</translation>
    </message>
    <message>
        <source>That of the theme</source>
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
        <source>As the system</source>
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
        <source>&amp;Keyboard Shortcuts ...</source>
        <translation>키보드 단축키(&amp;K) ...</translation>
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
        <source>Keys:</source>
        <translation>단축키:</translation>
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
        <source>{0} a step, {1} % of all blocks</source>
        <translation>한 단계에 {0}, 전체 블록의 {1} %</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>Another element …</source>
        <translation>다른 요소 …</translation>
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
        <source>There are no blocks on the clipboard</source>
        <translation>클립보드에 블록이 없습니다</translation>
    </message>
    <message>
        <source>Select the blocks that are to be left out</source>
        <translation>뺄 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Select the blocks that the frame is to hold</source>
        <translation>프레임에 넣을 블록을 선택하세요</translation>
    </message>
</context>
<context>
    <name>Adding</name>
    <message>
        <source>Into {0}</source>
        <translation>{0}(으)로</translation>
    </message>
    <message>
        <source>In the place of {0}</source>
        <translation>{0} 대신</translation>
    </message>
    <message>
        <source>Takes {0}</source>
        <translation>{0} 받기</translation>
    </message>
    <message>
        <source>Feeds {0}</source>
        <translation>{0}에 주기</translation>
    </message>
</context>
<context>
    <name>Aligning</name>
    <message>
        <source>Select two or more blocks to bring in line</source>
        <translation>정렬할 블록을 둘 이상 선택하세요</translation>
    </message>
    <message>
        <source>Select three or more blocks to space evenly</source>
        <translation>간격을 맞출 블록을 셋 이상 선택하세요</translation>
    </message>
</context>
<context>
    <name>Arranging</name>
    <message>
        <source>There is nothing to arrange: the page has no blocks.</source>
        <translation>배치할 것이 없습니다. 페이지에 블록이 없습니다.</translation>
    </message>
    <message>
        <source>Not arranged: cancelled.</source>
        <translation>배치 안 함: 취소했습니다.</translation>
    </message>
    <message>
        <source>Arranging ...</source>
        <translation>배치하는 중 ...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
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
        <source>It is arranged already.</source>
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
        <source>Edits run nothing any more</source>
        <translation>이제 편집해도 실행하지 않습니다</translation>
    </message>
</context>
<context>
    <name>Autosave</name>
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
        <source>There are no edits to recover.</source>
        <translation>복구할 편집이 없습니다.</translation>
    </message>
    <message>
        <source>Recovered edit</source>
        <translation>복구된 편집</translation>
    </message>
    <message>
        <source>{} recovered. Save to keep it.</source>
        <translation>{}을(를) 복구했습니다. 저장하면 유지됩니다.</translation>
    </message>
    <message>
        <source>{} was changed by another program after the crash: {} of {} edits did not fit it any more.</source>
        <translation>{0}이(가) 비정상 종료 뒤 다른 프로그램에서 바뀌었습니다. 편집 {2}개 가운데 {1}개가 더는 맞지 않습니다.</translation>
    </message>
</context>
<context>
    <name>Canvas</name>
    <message>
        <source>Press Tab or double click here to add a block, or drag a type from the list.</source>
        <translation>Tab을 누르거나 여기를 두 번 클릭해 블록을 추가하거나, 목록에서 유형을 끌어다 놓으세요.</translation>
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
    <name>Colouring</name>
    <message>
        <source>Select the blocks or notes that are to have a colour</source>
        <translation>색을 입힐 블록이나 메모를 선택하세요</translation>
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
        <source>Commands found</source>
        <translation>찾은 명령</translation>
    </message>
    <message>
        <source>1 command</source>
        <translation>명령 1개</translation>
    </message>
    <message>
        <source>{} commands</source>
        <translation>명령 {}개</translation>
    </message>
    <message>
        <source>No command is named like that.</source>
        <translation>그런 이름의 명령이 없습니다.</translation>
    </message>
    <message>
        <source>That cannot be done now.</source>
        <translation>지금은 할 수 없습니다.</translation>
    </message>
</context>
<context>
    <name>Dropping</name>
    <message>
        <source>There is no type of block named {0}</source>
        <translation>{0}(이)라는 블록 유형이 없습니다</translation>
    </message>
</context>
<context>
    <name>Editing</name>
    <message>
        <source>{0} is wired: take the wire off to type a value</source>
        <translation>{0}은(는) 연결되어 있습니다. 값을 입력하려면 와이어를 떼세요</translation>
    </message>
    <message>
        <source>{0} takes a wire, not a value</source>
        <translation>{0}은(는) 값이 아니라 와이어를 받습니다</translation>
    </message>
    <message>
        <source>Ctrl+Enter keeps the text, Escape leaves it as it was</source>
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
        <source>A name has letters, digits, _ and - only</source>
        <translation>이름에는 글자, 숫자, _, -만 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>Device, as /device:GPU:0</source>
        <translation>장치, 예: /device:GPU:0</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>제목</translation>
    </message>
</context>
<context>
    <name>ElementsView</name>
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
    <name>ElementsWindow</name>
    <message>
        <source>Elements of {}</source>
        <translation>{}의 요소</translation>
    </message>
    <message>
        <source>go to, e.g. 3 1</source>
        <translation>이동, 예: 3 1</translation>
    </message>
    <message>
        <source>Go to element</source>
        <translation>요소로 이동</translation>
    </message>
    <message>
        <source>Plots ...</source>
        <translation>그래프 ...</translation>
    </message>
    <message>
        <source>As a grid, plots or an image</source>
        <translation>격자, 그래프, 이미지로</translation>
    </message>
    <message>
        <source>Copy rows</source>
        <translation>행 복사</translation>
    </message>
    <message>
        <source>The worker holds this result no longer: run again.</source>
        <translation>워커에 이 결과가 더는 없습니다. 다시 실행하세요.</translation>
    </message>
    <message>
        <source>{} elements</source>
        <translation>요소 {}개</translation>
    </message>
    <message>
        <source>a scalar</source>
        <translation>스칼라</translation>
    </message>
    <message>
        <source>There is no such element: the shape is {}</source>
        <translation>그런 요소가 없습니다. shape은 {}입니다</translation>
    </message>
    <message>
        <source>At most {} rows can be copied at once</source>
        <translation>한 번에 {}행까지 복사할 수 있습니다</translation>
    </message>
    <message>
        <source>{} rows copied</source>
        <translation>{}행을 복사했습니다</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>The worker cannot be started: {}</source>
        <translation>워커를 시작할 수 없습니다: {}</translation>
    </message>
    <message>
        <source>an operation did not react to Stop, so its process was ended</source>
        <translation>중지에 응답하지 않는 연산이 있어 프로세스를 끝냈습니다</translation>
    </message>
</context>
<context>
    <name>Field</name>
    <message>
        <source>Edit ...</source>
        <translation>편집 ...</translation>
    </message>
    <message>
        <source>Edit {} in a dialog</source>
        <translation>{}을(를) 대화 상자에서 편집</translation>
    </message>
    <message>
        <source>All lines of the text (Ctrl+Enter in the field)</source>
        <translation>텍스트의 모든 줄 (입력란에서 Ctrl+Enter)</translation>
    </message>
</context>
<context>
    <name>FindBox</name>
    <message>
        <source>Find block</source>
        <translation>블록 찾기</translation>
    </message>
    <message>
        <source>Find a block by name or type</source>
        <translation>이름이나 유형으로 블록 찾기</translation>
    </message>
    <message>
        <source>Blocks found</source>
        <translation>찾은 블록</translation>
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
        <source>No block is named like that.</source>
        <translation>그런 이름의 블록이 없습니다.</translation>
    </message>
</context>
<context>
    <name>FixBox</name>
    <message>
        <source>Problems and fixes of {0}</source>
        <translation>{0}의 문제와 해결책</translation>
    </message>
    <message>
        <source>Trying fixes …</source>
        <translation>해결책을 시험하는 중 …</translation>
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
    <name>Framing</name>
    <message>
        <source>Select the frame that is to be collapsed</source>
        <translation>접을 프레임을 선택하세요</translation>
    </message>
</context>
<context>
    <name>GridView</name>
    <message>
        <source>no elements</source>
        <translation>원소 없음</translation>
    </message>
</context>
<context>
    <name>Growing</name>
    <message>
        <source>Select a block first</source>
        <translation>먼저 블록을 선택하세요</translation>
    </message>
    <message>
        <source>There is nothing more along the wires</source>
        <translation>선을 따라 더 있는 것이 없습니다</translation>
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
        <source>devices</source>
        <translation>장치</translation>
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
        <source>Go to {}</source>
        <translation>{}(으)로 이동</translation>
    </message>
    <message>
        <source>optional, wires only</source>
        <translation>선택 사항, 와이어만</translation>
    </message>
    <message>
        <source>to be wired</source>
        <translation>연결 필요</translation>
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
        <source>Set {}.{}</source>
        <translation>{}.{} 설정</translation>
    </message>
    <message>
        <source>no run yet</source>
        <translation>아직 실행 안 함</translation>
    </message>
    <message>
        <source>Frame</source>
        <translation>프레임</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Change {}</source>
        <translation>{} 변경</translation>
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
</context>
<context>
    <name>Keeper</name>
    <message>
        <source>untitled</source>
        <translation>제목 없음</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Blockloom and enuSpace files (*.loom *.svg *.enup);;All files (*)</source>
        <translation>Blockloom 및 enuSpace 파일 (*.loom *.svg *.enup);;모든 파일 (*)</translation>
    </message>
    <message>
        <source>Opening {} ...</source>
        <translation>{} 여는 중 ...</translation>
    </message>
    <message>
        <source>Cannot open</source>
        <translation>열 수 없음</translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation>디스크에서 바뀜</translation>
    </message>
    <message>
        <source>{} was changed by another program since it was opened here.</source>
        <translation>{}은(는) 여기서 연 뒤 다른 프로그램에서 바뀌었습니다.</translation>
    </message>
    <message>
        <source>Overwriting it loses those changes.</source>
        <translation>덮어쓰면 그 변경을 잃습니다.</translation>
    </message>
    <message>
        <source>Overwrite</source>
        <translation>덮어쓰기</translation>
    </message>
    <message>
        <source>Save As ...</source>
        <translation>다른 이름으로 저장 ...</translation>
    </message>
    <message>
        <source>{} was changed by another program.</source>
        <translation>{}이(가) 다른 프로그램에서 바뀌었습니다.</translation>
    </message>
    <message>
        <source>Reloading it loses the changes that you made here since you saved it.</source>
        <translation>다시 불러오면 저장한 뒤 여기서 바꾼 내용을 잃습니다.</translation>
    </message>
    <message>
        <source>You made no changes here since you saved it.</source>
        <translation>저장한 뒤 여기서 바꾼 내용은 없습니다.</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>다시 불러오기(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Keep What Is Open</source>
        <translation>열린 내용 유지(&amp;K)</translation>
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
        <source>{}

The document stays open with all its changes.</source>
        <translation>{}

문서는 모든 변경과 함께 열려 있습니다.</translation>
    </message>
    <message>
        <source>Saved {}</source>
        <translation>{} 저장함</translation>
    </message>
    <message>
        <source>Blockloom documents (*.loom);;All files (*)</source>
        <translation>Blockloom 문서 (*.loom);;모든 파일 (*)</translation>
    </message>
</context>
<context>
    <name>Looking</name>
    <message>
        <source>Bookmark {0} is set: press {0} to come back</source>
        <translation>책갈피 {0}을(를) 지정했습니다. {0}을(를) 누르면 돌아옵니다</translation>
    </message>
    <message>
        <source>This page has its nine bookmarks: Ctrl+Shift+1 ... 9 sets one anew</source>
        <translation>이 페이지에는 책갈피 아홉 개가 모두 있습니다: Ctrl+Shift+1 ... 9로 다시 지정합니다</translation>
    </message>
    <message>
        <source>There is no bookmark {0}: Ctrl+Shift+{0} sets it</source>
        <translation>책갈피 {0}이(가) 없습니다. Ctrl+Shift+{0}으로 지정합니다</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Problems</source>
        <translation>문제</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>메시지</translation>
    </message>
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
        <source>Autosave</source>
        <translation>자동 저장</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>실행 상태</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>확대/축소</translation>
    </message>
    <message>
        <source>TensorFlow version</source>
        <translation>TensorFlow 버전</translation>
    </message>
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
    <message>
        <source>Problems ({})</source>
        <translation>문제 ({})</translation>
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
    <name>Mending</name>
    <message>
        <source>choose at the block ...</source>
        <translation>블록에서 선택 ...</translation>
    </message>
    <message>
        <source>There is no fix for this that Blockloom knows: {}</source>
        <translation>Blockloom이 아는 고칠 방법이 없습니다: {}</translation>
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
</context>
<context>
    <name>Offer</name>
    <message>
        <source>snippet</source>
        <translation>조각</translation>
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
    <name>PageBar</name>
    <message>
        <source>Pages</source>
        <translation>페이지</translation>
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
        <source>Add page {}</source>
        <translation>페이지 {} 추가</translation>
    </message>
    <message>
        <source>Duplicate page {}</source>
        <translation>페이지 {} 복제</translation>
    </message>
    <message>
        <source>A document keeps at least one page.</source>
        <translation>문서에는 페이지가 하나는 있어야 합니다.</translation>
    </message>
    <message>
        <source>Remove page {}</source>
        <translation>페이지 {} 삭제</translation>
    </message>
    <message>
        <source>Page {} was removed. Undo brings it back.</source>
        <translation>페이지 {}을(를) 삭제했습니다. 실행 취소로 되돌릴 수 있습니다.</translation>
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
        <source>Rename</source>
        <translation>이름 바꾸기</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>복제</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>삭제</translation>
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
        <source>No favourite any more</source>
        <translation>즐겨찾기에서 빼기</translation>
    </message>
    <message>
        <source>Make it a favourite</source>
        <translation>즐겨찾기에 넣기</translation>
    </message>
    <message>
        <source>Reading TensorFlow&apos;s ops ...</source>
        <translation>TensorFlow의 op을 읽는 중 ...</translation>
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
    <name>Parts</name>
    <message>
        <source>View: {}</source>
        <translation>보기: {}</translation>
    </message>
    <message>
        <source>As it was opened</source>
        <translation>처음 열었을 때</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>개요</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>대상</translation>
    </message>
</context>
<context>
    <name>Placing</name>
    <message>
        <source>{0} does not fit into {1}</source>
        <translation>{0}은(는) {1}에 맞지 않습니다</translation>
    </message>
    <message>
        <source>Select a block that gives something</source>
        <translation>무언가를 내보내는 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Only let {0} run after {1}</source>
        <translation>{0}을(를) {1} 다음에 실행하기만</translation>
    </message>
    <message>
        <source>Insert {0}</source>
        <translation>{0} 끼워 넣기</translation>
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
        <source>Fix</source>
        <translation>고치기</translation>
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
        <source>Name, part of a name, or what it does</source>
        <translation>이름, 이름의 일부, 또는 하는 일</translation>
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
        <source>Enter: add · ↑ ↓: choose · Ctrl+B: favourite · Esc: close</source>
        <translation>Enter: 추가 · ↑ ↓: 고르기 · Ctrl+B: 즐겨찾기 · Esc: 닫기</translation>
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
        <source>No favourite any more</source>
        <translation>즐겨찾기에서 빼기</translation>
    </message>
    <message>
        <source>Make it a favourite</source>
        <translation>즐겨찾기에 넣기</translation>
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
        <source>Blockloom did not end properly while they were open.</source>
        <translation>문서가 열려 있을 때 Blockloom이 정상적으로 끝나지 않았습니다.</translation>
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
        <source>whole document</source>
        <translation>문서 전체</translation>
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
    <name>ResultViews</name>
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
        <source>Table, plots, image ...</source>
        <translation>표, 그래프, 이미지 ...</translation>
    </message>
    <message>
        <source>Pin to the canvas</source>
        <translation>캔버스에 고정</translation>
    </message>
</context>
<context>
    <name>Retyping</name>
    <message>
        <source>Select a block, or several of one type, to change the type of</source>
        <translation>유형을 바꿀 블록 하나나 같은 유형의 블록 여럿을 선택하세요</translation>
    </message>
    <message>
        <source>loses a wire</source>
        <translation>선 하나를 잃음</translation>
    </message>
    <message>
        <source>loses {0} wires</source>
        <translation>선 {0}개를 잃음</translation>
    </message>
</context>
<context>
    <name>Rewiring</name>
    <message>
        <source>Select blocks that are wired to others</source>
        <translation>다른 블록에 연결된 블록을 선택하세요</translation>
    </message>
    <message>
        <source>No output of {0} fits a free input of {1}</source>
        <translation>{0}의 출력 중 {1}의 빈 입력에 맞는 것이 없습니다</translation>
    </message>
    <message>
        <source>Select the blocks that are to be wired, one to the right of the other</source>
        <translation>연결할 블록을 왼쪽에서 오른쪽으로 놓고 선택하세요</translation>
    </message>
    <message>
        <source>Select a block with two inputs of one type, or two wires</source>
        <translation>같은 유형의 입력이 둘 있는 블록이나 선 두 개를 선택하세요</translation>
    </message>
    <message>
        <source>Not swapped: {0}</source>
        <translation>맞바꾸지 않음: {0}</translation>
    </message>
    <message>
        <source>Select blocks with values typed into their inputs</source>
        <translation>입력에 값이 적힌 블록을 선택하세요</translation>
    </message>
    <message>
        <source>Select blocks that Const blocks feed</source>
        <translation>Const 블록이 들어오는 블록을 선택하세요</translation>
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
    <message>
        <source>Double click: one row per element</source>
        <translation>두 번 클릭: 요소마다 한 행</translation>
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
        <source>until it holds</source>
        <translation>성립할 때까지</translation>
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
        <source>The run ends with the first step for which the condition holds for every element: LOSS &lt; 0.01, W.value[0] &gt;= 2, STEP == 100, LOSS is not finite.</source>
        <translation>모든 요소에 대해 조건이 성립하는 첫 단계에서 실행이 끝납니다. 예: LOSS &lt; 0.01, W.value[0] &gt;= 2, STEP == 100, LOSS is not finite.</translation>
    </message>
    <message>
        <source>Tests {0} after every step, and fetches all of each step for that.</source>
        <translation>단계마다 {0}을(를) 검사하며, 이를 위해 매 단계의 모든 값을 가져옵니다.</translation>
    </message>
</context>
<context>
    <name>Runner</name>
    <message>
        <source>A run is under way: stop it first.</source>
        <translation>실행 중입니다. 먼저 중지하세요.</translation>
    </message>
    <message>
        <source>{}. Mend the cluster file or choose another target</source>
        <translation>{}. 클러스터 파일을 고치거나 다른 대상을 고르세요</translation>
    </message>
    <message>
        <source>... and {} more: see the problems</source>
        <translation>... 외 {}개: 문제 목록을 보세요</translation>
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
        <source>done, step {}</source>
        <translation>완료, {}단계</translation>
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
        <source>the run failed in step {}</source>
        <translation>{}단계에서 실행 실패</translation>
    </message>
    <message>
        <source>done, step {0}: {1} holds</source>
        <translation>완료, 단계 {0}: {1} 성립</translation>
    </message>
    <message>
        <source>done, step {0}: {1} did not hold</source>
        <translation>완료, 단계 {0}: {1} 성립하지 않음</translation>
    </message>
    <message>
        <source>The state of all sessions was reset.</source>
        <translation>모든 세션의 상태를 초기화했습니다.</translation>
    </message>
    <message>
        <source>reset: variables start anew at the next run</source>
        <translation>초기화됨: 다음 실행에서 변수가 새로 시작합니다</translation>
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
        <source>idle</source>
        <translation>대기</translation>
    </message>
    <message>
        <source>reading TensorFlow&apos;s ops ...</source>
        <translation>TensorFlow의 op을 읽는 중 ...</translation>
    </message>
    <message>
        <source>compiling {} ...</source>
        <translation>{} 컴파일 중 ...</translation>
    </message>
    <message>
        <source>starting TensorFlow ...</source>
        <translation>TensorFlow 시작 중 ...</translation>
    </message>
    <message>
        <source>no worker</source>
        <translation>워커 없음</translation>
    </message>
    <message>
        <source>running, step {}</source>
        <translation>실행 중, {}단계</translation>
    </message>
    <message>
        <source>stopping ...</source>
        <translation>중지하는 중 ...</translation>
    </message>
    <message>
        <source>{} waits: {}</source>
        <translation>{} 대기 중: {}</translation>
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
        <source>Select the blocks that are to be kept</source>
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
        <source>There is a snippet {} already. Replace it?</source>
        <translation>{} 조각이 이미 있습니다. 바꿀까요?</translation>
    </message>
    <message>
        <source>{} is kept: Insert Snippet and the box that adds blocks have it</source>
        <translation>{}을(를) 저장했습니다. 조각 넣기와 블록 추가 상자에 있습니다</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>제거</translation>
    </message>
    <message>
        <source>None is kept yet: select blocks and choose Save as Snippet</source>
        <translation>아직 없습니다. 블록을 선택하고 조각으로 저장을 고르세요</translation>
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
        <source>Build TensorFlow graphs out of blocks, run them, and see what every block gave.</source>
        <translation>블록으로 TensorFlow 그래프를 만들고, 실행하고, 블록마다 무엇이 나왔는지 보세요.</translation>
    </message>
    <message>
        <source>&amp;New Document</source>
        <translation>새 문서(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open ...</source>
        <translation>열기(&amp;O) ...</translation>
    </message>
    <message>
        <source>Edits are autosaved to a crash journal within a second; the file itself changes when you save.</source>
        <translation>편집은 1초 안에 복구 기록에 자동 저장되고, 파일 자체는 저장할 때 바뀝니다.</translation>
    </message>
    <message>
        <source>Recent documents</source>
        <translation>최근 문서</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>예제</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>아직 없음</translation>
    </message>
    <message>
        <source>Open a copy of {}</source>
        <translation>{}의 사본 열기</translation>
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
        <source>{} when it was last asked</source>
        <translation>마지막으로 물었을 때 {}</translation>
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
        <source>Make the task that is marked the target</source>
        <translation>선택한 태스크를 대상으로 정합니다</translation>
    </message>
    <message>
        <source>&amp;Cluster file ...</source>
        <translation>클러스터 파일(&amp;C) ...</translation>
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
        <source>A target without a cluster file. Enter: run there from now on</source>
        <translation>클러스터 파일이 없는 대상. Enter: 앞으로 여기서 실행</translation>
    </message>
    <message>
        <source>&amp;Initialise variables (the chief)</source>
        <translation>변수 초기화(치프)(&amp;I)</translation>
    </message>
    <message>
        <source>A run on a cluster gives its variables their initial values when it begins there: at the first run, and after Reset or where a task was lost.
Runs without wait until one with it has done so.</source>
        <translation>클러스터에서 실행을 시작하면 변수에 초깃값을 줍니다: 첫 실행, 그리고 초기화하거나 태스크를 잃은 뒤.
이 설정이 없는 실행은 설정된 실행이 끝낼 때까지 기다립니다.</translation>
    </message>
    <message>
        <source>What is wrong with the target</source>
        <translation>대상의 문제</translation>
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
        <source>asking ...</source>
        <translation>확인하는 중 ...</translation>
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
        <source>started anew: its state is gone</source>
        <translation>새로 시작됨: 상태가 없어졌습니다</translation>
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
        <source>Writing {} ...</source>
        <translation>{} 쓰는 중 ...</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
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
    <name>TextDialog</name>
    <message>
        <source>What is wrong with the text</source>
        <translation>텍스트의 문제</translation>
    </message>
    <message>
        <source>Place of the cursor</source>
        <translation>커서 위치</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>A text as long as this is checked when OK is pressed</source>
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
        <source>Drop what you changed?</source>
        <translation>바꾼 내용을 버릴까요?</translation>
    </message>
</context>
<context>
    <name>Times</name>
    <message>
        <source>The next run tells how long each block takes</source>
        <translation>다음 실행부터 블록마다 걸린 시간을 보입니다</translation>
    </message>
    <message>
        <source>Runs are timed no more</source>
        <translation>이제 실행 시간을 재지 않습니다</translation>
    </message>
    <message>
        <source>{0}: a step takes {1} (of {2} that were timed); slowest: {3}</source>
        <translation>{0}: 한 단계에 {1} (잰 단계 {2}개), 가장 느린 것: {3}</translation>
    </message>
</context>
<context>
    <name>Viewer</name>
    <message>
        <source>How it is shown</source>
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
        <source>What is black and what is white</source>
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
        <source>&amp;Run before</source>
        <translation>이전 실행(&amp;R)</translation>
    </message>
    <message>
        <source>Compare with what the run before gave</source>
        <translation>이전 실행의 결과와 비교</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>로그 눈금(&amp;L)</translation>
    </message>
    <message>
        <source>Equal distances are equal ratios; what is not above 0 is left out</source>
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
        <source>&amp;Copy</source>
        <translation>복사(&amp;C)</translation>
    </message>
    <message>
        <source>Copy the selected cells, or the picture</source>
        <translation>선택한 칸이나 그림 복사</translation>
    </message>
    <message>
        <source>&amp;Save ...</source>
        <translation>저장(&amp;S) ...</translation>
    </message>
    <message>
        <source>Write the whole tensor to a .npy or .csv file</source>
        <translation>텐서 전체를 .npy나 .csv 파일로 저장</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>고정(&amp;P)</translation>
    </message>
    <message>
        <source>Keep it in sight</source>
        <translation>계속 보이게 하기</translation>
    </message>
    <message>
        <source>On the &amp;canvas, beside its block</source>
        <translation>캔버스에, 블록 옆에(&amp;C)</translation>
    </message>
    <message>
        <source>In a &amp;dock of the window</source>
        <translation>창의 도킹 패널에(&amp;D)</translation>
    </message>
    <message>
        <source>The worker holds this result no longer: run again.</source>
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
        <source>the run before gave nothing to compare with</source>
        <translation>이전 실행에는 비교할 결과가 없음</translation>
    </message>
    <message>
        <source>the run before gave {}</source>
        <translation>이전 실행의 결과: {}</translation>
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
        <source>Nothing fits that is not wired already</source>
        <translation>이미 연결된 것 말고는 맞는 것이 없습니다</translation>
    </message>
    <message>
        <source>Select the block that is to be wired, or several to wire them with each other</source>
        <translation>연결할 블록을 선택하세요. 여러 개를 선택하면 서로 연결합니다</translation>
    </message>
    <message>
        <source>Wire the selected blocks</source>
        <translation>선택한 블록 연결</translation>
    </message>
</context>
</TS>
