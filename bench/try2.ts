import { cpuMs } from './cpu.ts';
import { bareLoop } from './bare-loop.ts';
import { inlineExecutor } from '../src/compute/inline.ts';
import { Random } from '../src/random.ts';
import { Bus } from '../src/sim/bus.ts';
import { type Behaviour, collect, receive, send, finish } from '../src/sim/effects.ts';
import { integer, message, reals, labels } from '../src/sim/message.ts';
import { simulate } from '../src/sim/simulation.ts';
import type { Role } from '../src/sim/actor.ts';
import { Ledger } from '../src/trace/ledger.ts';
import { TraceWriter } from '../src/trace/writer.ts';
const Question = message('question', { round: integer, values: reals });
const Answer = message('answer', { round: integer, values: reals });
const Ask = message('ask', { round: integer });
const Reply = message('reply', { round: integer });
const INF=Number.POSITIVE_INFINITY;
const network = { latency:process.env.CONST?{constant:5e7}:{uniform:{minimum:10e6,maximum:100e6}}, loss:0, transport:'reliable' as const, retransmitNs:1e6, framingBytes:66, paths:'mesh' as const, hub:'server', bandwidth:()=>({uplinkBps:INF,downlinkBps:INF}), link:()=>({}) };
const v=Float64Array.from({length:80},(_, i)=>i/7);
export async function sim(n:number, rounds:number, full:boolean, sampled?:number): Promise<number> {
  function* server(self: any): Behaviour {
    const all = Array.from({length:n},(_, i)=>`client-${i+1}`);
    for (let r=1;r<=rounds;r++){
      if (full) yield* send(all, Question, { round: r, values: v }); else yield* send(all, Ask, { round: r });
      yield* collect((full?Answer:Reply) as never, { count: n });
    }
    yield* finish(null);
  }
  function* client(): Behaviour {
    for(;;){
      if (full) { const { body } = yield* receive(Question); yield* send('server', Answer, body); }
      else { const { body } = yield* receive(Ask); yield* send('server', Reply, { round: body.round }); }
    }
  }
  const roles: Role[] = [{role:'server',starts:true,rate:()=>1e9,behaviour:server},{role:'client',count:n,starts:false,rate:()=>1e9,behaviour:client}];
  const bus=new Bus(); const ledger=new Ledger(roles); const writer=new TraceWriter({roles:roles.map(({role,count})=>count===undefined?{role}:{role,count}),scenario:null});
  if(!process.env.NOTRACE) writer.attach(bus); if(!process.env.NOLEDGER) ledger.attach(bus);
  const {ending,endNs}=await simulate({roles,messages:[Question,Answer,Ask,Reply],network,random:new Random(1),executor:inlineExecutor,bus});
  writer.end({ending,endNs,findings:null});
  return 2*n*rounds;
}
if (!process.env.LIB) { const [mode, only] = process.argv.slice(2);
for (const n of only?[Number(only)]:[1000,10000,100000]) {
  const rounds=Math.max(2,Math.round(200000/n));
  let best=0, bare=0; const reps=Number(process.env.REPS??8);
  for (let i=0;i<reps;i++){ 
    let t=cpuMs(); const m=await sim(n,rounds,mode!=='empty'); best=Math.max(best,m/(cpuMs()-t));
    if(mode!=='empty'){ t=cpuMs(); bare=Math.max(bare,bareLoop(n,rounds,(round)=>({round,kind:'question',values:v}))/(cpuMs()-t)); }
  }
  console.log(n,rounds,best.toFixed(0),'k/s bare',bare.toFixed(0),(best/bare).toFixed(2), (process.memoryUsage().rss/2**20).toFixed(0));
}
}
