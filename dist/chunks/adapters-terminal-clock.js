import{setTimeout as e}from"node:timers/promises";var c={now:()=>Date.now(),monotonic:()=>performance.now(),sleep:(o,t)=>e(o,void 0,{signal:t}).catch(()=>{})};export{c as a};
