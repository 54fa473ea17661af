/** The parties of a run, as buttons: what each does, and whether it colludes. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Text, TROUBLES, type Trouble } from './edit.ts';
import type { Session } from './session.ts';

/** Beside their lanes. */
export function PartyLabels({
  session,
  names,
  height,
}: {
  session: Session;
  names: readonly string[];
  height: number;
}) {
  const [open, setOpen] = useState<string>();
  const { text } = session.state;
  const scenario = useMemo(() => new Text(text), [text]);
  const { coalition } = scenario;
  return (
    <div class="labels">
      {names.map((full) => {
        // A client of the user's data has a name of its own behind it.
        const name = full.split(' ')[0];
        const trouble = scenario.troubleOf(name);
        const colludes = coalition.includes(name);
        return (
          <button
            type="button"
            key={full}
            class={`party ${trouble === undefined ? '' : 'troubled'} ${colludes ? 'colludes' : ''}`}
            style={{ height: `${height}px`, fontSize: height < 20 ? '11px' : '13px' }}
            aria-haspopup="dialog"
            title={full}
            onClick={() => setOpen(name)}
          >
            <span>{full}</span>
            {trouble !== undefined && <em>{TROUBLES[trouble].says}</em>}
            {colludes && <em class="spy">colludes</em>}
          </button>
        );
      })}
      {open !== undefined && (
        <PartyDialog session={session} scenario={scenario} name={open} close={() => setOpen(undefined)} />
      )}
    </div>
  );
}

interface Given {
  readonly session: Session;
  readonly scenario: Text;
  readonly name: string;
  readonly close: () => void;
}

const SAYS: Readonly<Record<Trouble, string>> = {
  slow: 'is slow: every computation takes 20 times as long',
  crash: 'crashes in round 1, and is back a second later with what it had saved',
  dropout: 'leaves in round 1, for good',
  falsify: 'lies: it sends random values of the right shape',
};

export function PartyDialog({ session, scenario, name, close }: Given) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const trouble = scenario.troubleOf(name);
  const { coalition } = scenario;
  const colludes = coalition.includes(name);
  const edit = (text: string): void => session.edit(text, { live: true });
  return (
    <dialog
      ref={dialog}
      class="party-dialog"
      aria-labelledby="party-name"
      onClose={close}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <form method="dialog">
        <h2 id="party-name">{name}</h2>
        <fieldset>
          <legend>What it does</legend>
          <label>
            <input
              type="radio"
              name="trouble"
              checked={trouble === undefined}
              onChange={() => edit(scenario.withTrouble(name, undefined))}
            />{' '}
            follows the protocol
          </label>
          {Object.entries(SAYS).map(([kind, says]) => (
            <label key={kind}>
              <input
                type="radio"
                name="trouble"
                value={kind}
                checked={trouble === kind}
                onChange={() => edit(scenario.withTrouble(name, kind as Trouble))}
              />{' '}
              {says}
            </label>
          ))}
        </fieldset>
        <label class="collude">
          <input
            type="checkbox"
            checked={colludes}
            onChange={() =>
              edit(
                scenario.withCoalition(
                  colludes ? coalition.filter((one) => one !== name) : [...coalition, name],
                ),
              )
            }
          />{' '}
          pools what it sees with the coalition
        </label>
        <button type="submit">Done</button>
      </form>
    </dialog>
  );
}
