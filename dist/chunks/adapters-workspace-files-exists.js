import{lstat as e}from"node:fs/promises";async function n(t){return e(t).then(()=>!0,()=>!1)}export{n as a};
