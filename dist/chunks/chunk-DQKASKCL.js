import { createRequire as __createRequire } from 'node:module'; const require = (name) => __createRequire(import.meta.url)(name);
function n(e,o){if(e.isTTY!==!0)return null;let s=i=>{for(let t of i.toString())t===""?process.kill(process.pid,"SIGINT"):o(t)};return e.setRawMode(!0),e.resume(),e.on("data",s),{close(){e.off("data",s),e.setRawMode(!1),e.pause()}}}export{n as a};
