// Run the search of a built documentation: node site_search.js FOLDER SEARCH ... prints the pages of each search as JSON.
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [folder, ...searches] = process.argv.slice(2);
const read = (name) => fs.readFileSync(path.join(folder, name), "utf-8");
const page = { addEventListener() {}, getElementById: () => null, documentElement: { dataset: {} }, readyState: "loading" };
const context = vm.createContext({ document: page, location: {}, console, DOCUMENTATION_OPTIONS: {} });
context.window = context;
context._ = (text) => text;
context._ready = () => {};
context.SPHINX_HIGHLIGHT_ENABLED = false;
context._removeChildren = () => {};
for (const name of ["language_data.js", "searchtools.js"]) vm.runInContext(read(path.join("_static", name)), context);
context.searches = searches;
vm.runInContext(read("searchindex.js").replace(/^Search\.setIndex\(/, "Search._index = ("), context);
vm.runInContext(
  `found = searches.map((search) => {
     const results = Search._performSearch(...Search._parseQuery(search)).reverse();
     return [...new Set(results.map((result) => result[0]))];
   });`,
  context,
);
console.log(JSON.stringify(context.found));
