function r(e){return e.replace(/[^\P{C}\n\t]/gu,"\uFFFD").replaceAll("##[","#\u200B#[")}export{r as a};
