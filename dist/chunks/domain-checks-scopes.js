function o(t){return[...t.turns.flatMap(({expect:e},n)=>e===null?[]:[{turn:n+1,expect:e}]),{turn:null,expect:t.expect}]}function u(t){return t===null?"":`t${t}.`}export{o as a,u as b};
