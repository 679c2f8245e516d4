var o="trajectories.jsonl",s="requests.jsonl",t="answers.jsonl";export{o as a,s as b,t as c};
