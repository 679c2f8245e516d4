function i({turns:e,expect:r}){return[...e.map(t=>t.expect),r].flatMap(t=>t?.judge??[])}function o(e){return i(e).length>0}export{i as a,o as b};
