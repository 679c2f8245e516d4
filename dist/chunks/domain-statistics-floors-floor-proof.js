import{a as t}from"./domain-statistics-distributions-normal.js";function i(r){if(r>=1)return null;let e=Math.max(0,r)*t**2/(1-r);return Math.ceil(e*(1-1e-9))}export{i as a};
