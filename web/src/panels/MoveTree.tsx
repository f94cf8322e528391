// The moves as a tree: the main line, variations indented below it.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import * as game from "../game";

export function MoveTree() {
  const version = game.version.value;
  const box = useRef<HTMLDivElement>(null);
  const at = game.current.value;
  useEffect(() => {
    const here = box.current?.querySelector<HTMLElement>("[aria-current]");
    const frame = box.current;
    if (!here || !frame) return;
    const top = here.offsetTop - frame.offsetTop;
    if (top < frame.scrollTop || top + here.offsetHeight > frame.scrollTop + frame.clientHeight) frame.scrollTop = top - frame.clientHeight / 2;
  }, [at]);
  const first = game.root.value.children[0];
  return (
    <div class="tree-box">
      <div class="tree" ref={box} tabIndex={0} role="region" aria-label="Moves">
        {first ? <Line from={first} number={1} version={version} /> : <p class="quiet">Touch a pit to play. South moves first unless the position says otherwise.</p>}
      </div>
      {at.parent && (
        <div class="row small">
          <button onClick={() => game.promote(at)} disabled={isMain(at)}>
            Make main line
          </button>
          <button onClick={() => game.remove(at)}>Cut off here</button>
        </div>
      )}
    </div>
  );
}

function isMain(at: game.Node): boolean {
  for (let node = at; node.parent; node = node.parent) if (node.parent.children[0] !== node) return false;
  return true;
}

/** A line of moves; where others were played, they stand below in lines of their own. */
function Line({ from, number, version }: { from: game.Node; number: number; version: number }): JSX.Element {
  const parts: JSX.Element[] = [];
  let at: game.Node | undefined = from;
  let count = number;
  while (at) {
    const again = at.parent?.turn?.again ?? false;
    parts.push(<Move key={at.id} node={at} number={again ? 0 : count} />);
    for (const other of at === from ? [] : (at.parent?.children.slice(1) ?? [])) {
      parts.push(
        <div class="branch" key={`b${other.id}`}>
          <Line from={other} number={count} version={version} />
        </div>,
      );
    }
    if (!at.turn?.again) count++;
    at = at.children[0];
  }
  if (from.parent === game.root.value && from === from.parent.children[0]) {
    for (const other of from.parent.children.slice(1)) {
      parts.splice(
        1,
        0,
        <div class="branch" key={`b${other.id}`}>
          <Line from={other} number={number} version={version} />
        </div>,
      );
    }
  }
  return <>{parts}</>;
}

function Move({ node, number }: { node: game.Node; number: number }) {
  const current = game.current.value === node;
  const turn = node.turn!;
  const mark = node.note?.mark ?? "";
  const side = game.mover(node);
  return (
    <button
      class={`move ${side}${mark ? ` mark-${mark.length}` : ""}`}
      aria-current={current ? "true" : undefined}
      onClick={() => game.goTo(node)}
    >
      {number > 0 ? <span class="number">{number}.</span> : <span class="number">+</span>}
      <span class="unseen">{side === "south" ? "South " : "North "}</span>
      {turn.move}
      {mark && <b>{mark}</b>}
      {turn.captured > 0 && <span class="gain">+{turn.captured}</span>}
      {turn.never && <span class="gain">∞</span>}
    </button>
  );
}
