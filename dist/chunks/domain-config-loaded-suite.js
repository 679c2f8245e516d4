import{a as e}from"./-2.js";function a({cases:r,left_out:n,carried:t}){return r.length+n.size+(t?.cases.length??0)}e(a,"suiteSize");export{a};
