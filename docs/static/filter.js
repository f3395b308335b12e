// Above a page with long tables, a box that leaves the rows that have what is typed.
document.addEventListener("DOMContentLoaded", () => {
  const rows = [...document.querySelectorAll("article table tbody tr")];
  if (rows.length < 100) return;
  const box = document.createElement("input");
  box.type = "search";
  box.placeholder = "Type a name, a pin, an attribute ...";
  box.setAttribute("aria-label", "Leave the rows that have");
  box.style.cssText = "width: 100%; font-size: 1rem; padding: 0.5em; margin: 0.5em 0 1em; box-sizing: border-box;";
  document.querySelector("article h1").after(box);
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const parts = [...document.querySelectorAll("article section section")];
  box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    rows.forEach((row, at) => { row.hidden = !words.every((word) => texts[at].includes(word)); });
    parts.forEach((part) => { part.hidden = words.length > 0 && !part.querySelector("tbody tr:not([hidden])"); });
  });
});
