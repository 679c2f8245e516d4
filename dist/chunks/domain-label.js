import{b as e}from"./domain-sha256.js";function i(r){return`${JSON.stringify(r)}
`}function t({case_id:r,trajectory:n,criterion:o,turn:a}){return JSON.stringify([r,n,o,a??null])}var c=30;function u(r){return e(t(r))}export{i as a,t as b,c,u as d};
