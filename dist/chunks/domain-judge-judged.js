function r(e){return`judge.${e}`}function n(e){return e.startsWith("judge.")?e.slice(6):null}export{r as a,n as b};
