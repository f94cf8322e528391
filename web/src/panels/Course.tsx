// The course of an annotated game: what each move left, to be clicked.
import * as game from "../game";
import { chance, worth } from "../words";

const WIDTH = 360;
const HEIGHT = 150;
const LEFT = 44;
const BOTTOM = 128;
const TOP = 8;

export function Course() {
  void game.version.value;
  const nodes = game.line(game.lastOf(game.root.value)).slice(1).filter((node) => node.note?.after);
  if (nodes.length < 2) return null;
  const x = (index: number) => LEFT + ((WIDTH - LEFT - 8) * (index + 0.5)) / nodes.length;
  const y = (node: game.Node) => TOP + (BOTTOM - TOP) * (1 - chance(node.note!.after!));
  const every = Math.ceil(nodes.length / 8);
  return (
    <figure class="course">
      <figcaption class="quiet">South's chance after each move; at the border it is proven.</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="group" aria-label="The course of the game">
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line class="grid" x1={LEFT} x2={WIDTH - 8} y1={TOP + (BOTTOM - TOP) * (1 - share)} y2={TOP + (BOTTOM - TOP) * (1 - share)} />
            <text x={LEFT - 5} y={TOP + (BOTTOM - TOP) * (1 - share) + 4} text-anchor="end">{`${100 * share} %`}</text>
          </g>
        ))}
        <polyline class="curve" points={nodes.map((node, index) => `${x(index).toFixed(1)},${y(node).toFixed(1)}`).join(" ")} />
        {nodes.map((node, index) => {
          const mark = node.note!.mark ?? "";
          const here = game.current.value === node;
          return (
            <g key={node.id} role="button" tabIndex={0} aria-label={`Move ${index + 1}, ${node.move}${mark}: ${worth(node.note!.after!)}`} class={`point mark-${mark.length}${here ? " here" : ""}`} onClick={() => game.goTo(node)} onKeyDown={(event) => event.key === "Enter" && game.goTo(node)}>
              <rect x={x(index) - (WIDTH - LEFT) / nodes.length / 2} y={TOP} width={(WIDTH - LEFT) / nodes.length} height={BOTTOM - TOP} class="touch" />
              <circle cx={x(index)} cy={y(node)} r={here ? 6 : mark ? 4.5 : 2.2} />
              {index % every === 0 && <text x={x(index)} y={HEIGHT - 6} text-anchor="middle">{index + 1}</text>}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}
