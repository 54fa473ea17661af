import { cpuMs } from './cpu.ts';
import { Random } from '../src/random.ts';
let sink:any;
function time(name:string,f:(i:number)=>any,n=100000){ const r:number[]=[]; for(let k=0;k<5;k++){const t=cpuMs(); for(let i=0;i<n;i++) sink=f(i+k*n); r.push((cpuMs()-t)/n*1e6);} console.log(name.padEnd(30),r.sort((a,b)=>a-b)[2]!.toFixed(0),'ns'); }
const r=new Random(1).scope('actors').scope('network');
const f=r.family('latency'); time('stream',i=>f('server','client-'+i));
