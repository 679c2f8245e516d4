import{a as e}from"./-2.js";var r=class extends Error{static{e(this,"ModelCallError")}name="ModelCallError"};export{r as a};
