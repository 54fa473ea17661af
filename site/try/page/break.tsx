/** Controls for what users come for: a worse network, parties that fail, a coalition; the run follows at once. */

import { useMemo, useState } from 'preact/hooks';
import { Text, TROUBLES } from './edit.ts';
import { PartyDialog } from './parties.tsx';
import { percent } from './points-view.tsx';
import type { Session } from './session.ts';

interface Stops {
  readonly label: string;
  readonly path: readonly string[];
  readonly stops: readonly (string | number)[];
}

const SLIDERS: readonly Stops[] = [
  { label: 'Loss', path: ['network', 'loss'], stops: ['0%', '0.1%', '1%', '2%', '5%', '10%', '20%', '30%'] },
  {
    label: 'Latency',
    path: ['network', 'latency'],
    stops: ['0ms', '1ms', '5ms', '10ms', '20ms', '40ms', '80ms', '150ms', '300ms', '1s'],
  },
  {
    label: 'Uplink of clients',
    path: ['network', 'clients', 'uplink'],
    stops: ['256kbps', '1Mbps', '2Mbps', '5Mbps', '10Mbps', '20Mbps', '50Mbps', '100Mbps', '1Gbps'],
  },
];

/** With more parties than this a list of boxes is no help. */
const MANY = 24;

export function Break({ session }: { session: Session }) {
  const { text, ran } = session.state;
  const scenario = useMemo(() => new Text(text), [text]);
  const [open, setOpen] = useState<string>();
  const edit = (changed: string): void => session.edit(changed, { live: true });
  if (!scenario.sound) return <p class="faint">The scenario is no YAML at the moment: see its text.</p>;
  const parties = ran?.kind === 'ran' ? ran.parties : [];
  const holders = parties.filter(({ holds }) => holds).length;
  const privacy = scenario.get('protocol', 'privacy');
  const { coalition } = scenario;
  const troubled = parties.flatMap(({ name }) => {
    const trouble = scenario.troubleOf(name);
    return trouble === undefined ? [] : [{ name, trouble }];
  });
  const others = faultsBeside(scenario, troubled.length);
  return (
    <div class="break">
      <h2>Network</h2>
      <p class="faint">{ran?.kind === 'ran' ? ran.network : ''}</p>
      {SLIDERS.map((slider) => (
        <Slider key={slider.label} scenario={scenario} edit={edit} {...slider} />
      ))}
      {typeof privacy === 'number' && holders > 1 && (
        <>
          <h2>Privacy</h2>
          <div class="slider">
            <label for="privacy">t, how many may collude and learn nothing</label>
            <output>{privacy}</output>
            <input
              id="privacy"
              type="range"
              min={0}
              max={holders}
              value={privacy}
              onInput={({ currentTarget }) =>
                edit(scenario.with(['protocol', 'privacy'], Number(currentTarget.value)))
              }
            />
          </div>
        </>
      )}
      <h2>Parties that fail</h2>
      {troubled.length === 0 && others === 0 && <p class="faint">None yet.</p>}
      <ul class="troubles">
        {troubled.map(({ name, trouble }) => (
          <li key={name}>
            <b>{name}</b> {TROUBLES[trouble].says}{' '}
            <button
              type="button"
              aria-label={`${name} follows the protocol again`}
              onClick={() => edit(scenario.withTrouble(name, undefined))}
            >
              undo
            </button>
          </li>
        ))}
        {others > 0 && (
          <li class="faint">
            and {others} {others === 1 ? 'fault' : 'faults'} of the scenario itself
          </li>
        )}
      </ul>
      <label class="pick">
        Choose a party here or in the picture{' '}
        <select value="" onChange={({ currentTarget }) => setOpen(currentTarget.value)} aria-label="party">
          <option value="">…</option>
          {parties.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <h2>Coalition</h2>
      <p class="faint">Who pools what they see, to learn the others' points.</p>
      {parties.length <= MANY && (
        <div class="members" role="group" aria-label="Members of the coalition">
          {parties.map(({ name }) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={coalition.includes(name)}
                onChange={({ currentTarget }) =>
                  edit(
                    scenario.withCoalition(
                      currentTarget.checked ? [...coalition, name] : coalition.filter((one) => one !== name),
                    ),
                  )
                }
              />{' '}
              {name}
            </label>
          ))}
        </div>
      )}
      {parties.length > MANY && (
        <p>{coalition.length > 0 ? coalition.join(', ') : 'Choose a party above to let it collude.'}</p>
      )}
      <Learnt session={session} named={coalition} />
      {open !== undefined && open !== '' && (
        <PartyDialog session={session} scenario={scenario} name={open} close={() => setOpen(undefined)} />
      )}
    </div>
  );
}

/** How many faults the scenario has that no control made. */
function faultsBeside(scenario: Text, shown: number): number {
  const faults = scenario.get('faults');
  return Array.isArray(faults) ? faults.length - shown : 0;
}

function Slider({
  scenario,
  edit,
  label,
  path,
  stops,
}: Stops & { scenario: Text; edit: (text: string) => void }) {
  const written = scenario.get(...path);
  const shown =
    written === undefined ? 'as the preset' : typeof written === 'object' ? 'as written' : String(written);
  const at = stops.findIndex((stop) => stop === written);
  const id = path.join('-');
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <output>{shown}</output>
      <input
        id={id}
        type="range"
        min={-1}
        max={stops.length - 1}
        value={at}
        aria-valuetext={shown}
        onInput={({ currentTarget }) => {
          const stop = Number(currentTarget.value);
          edit(scenario.with(path, stop < 0 ? undefined : stops[stop]));
        }}
      />
    </div>
  );
}

/** What the coalition got, as the certificate in the report says it at length. */
function Learnt({ session, named }: { session: Session; named: readonly string[] }) {
  const { exposed, report, running } = session.state;
  const isNamed = exposed !== undefined && named.length > 0 && exposed.members.join() === named.join();
  if (named.length === 0) return null;
  if (running || report === undefined || !isNamed)
    return (
      <p class="learns faint" role="status">
        …
      </p>
    );
  return (
    <div class="learns" role="status">
      {exposed.attacks.length === 0 ? (
        <p class="good">No attack of theirs got anything. That is no proof.</p>
      ) : (
        exposed.attacks.map(({ attack, whole, meaning, intended }) => (
          <p key={attack}>
            <b class={intended ? '' : 'bad'}>{percent(whole)}</b> by {attack}: {meaning}
          </p>
        ))
      )}
      <p>
        <a href="#sight" onClick={jump}>
          The whole certificate
        </a>
      </p>
    </div>
  );
}

/** Goes to a section without touching the fragment, which is a link to the run. */
export function jump(event: MouseEvent): void {
  event.preventDefault();
  const target = (event.currentTarget as HTMLAnchorElement).hash.slice(1);
  const section = document.getElementById(target);
  if (section instanceof HTMLDetailsElement) section.open = true;
  section?.scrollIntoView();
}
