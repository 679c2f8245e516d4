var e=class extends Error{name="AgentUnavailableError";stderr;exit_code;constructor(r,n,t){super(r),this.stderr=n,this.exit_code=t}};export{e as a};
