function o({cases:e,left_out:r,carried:n}){return e.length+r.size+(n?.cases.length??0)}export{o as a};
