function r(n,e){return n>e+Math.max(1e-9*Math.abs(e),1e-12)}function o(n,e){return r(e,n)}function t(n,e){return n<=e*(1+1e-9)}export{r as a,o as b,t as c};
