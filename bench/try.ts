import { cpuMs } from './cpu.ts';
import { bareLoop } from './bare-loop.ts';
const v=Float64Array.from({length:80},(_, i)=>i/7);
for (const n of [1000,10000,100000]) for (let i=0;i<3;i++){const rounds=Math.max(2,Math.round(200000/n)); const t=cpuMs(); const m=bareLoop(n,rounds,(round)=>({round,kind:'question',values:v})); console.log(n,(m/(cpuMs()-t)).toFixed(0),'k/s');}
