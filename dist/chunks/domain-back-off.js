function b(r,u,e){let n=Math.min(t*2**(r-1),e);return n/2+u*n/2}var t=500;export{b as a};
