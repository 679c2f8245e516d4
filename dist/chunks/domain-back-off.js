import{a as r}from"./-2.js";function m(u,e,t){let n=Math.min(b*2**(u-1),t);return n/2+e*n/2}r(m,"backOffMs");var b=500;export{m as a};
