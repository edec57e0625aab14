// Written from ludus.studio.protocol by `python -m ludus.studio.typescript`; a test compares them. Do not edit.

/** A thing in the observation: a card, a creature, an enemy, a lane, a player. */
export interface PieceRef {
  zone: string;
  seat: number | null;
  id: number | string;
  card: number | string | null;
}

/** A move as verb, piece and target. The types of a game may have further keys, such as numbers. */
export interface MoveParts {
  verb: string;
  piece: PieceRef | null;
  target: PieceRef | null;
}

/** The pending decision. The types of a game may have further keys. */
export interface Question {
  code: string;
  least: number;
  most: number;
  picked: number;
}

/** Why a request was refused, for people to read. */
export interface Problem {
  message: string;
}

/** An option that can be set: of a game, a bot, a designer or a study. */
export interface OptionInfo {
  key: string;
  takes: string;
  default: unknown;
  meaning: string;
  choices: string[];
  file: boolean;
}

/** A bot that comes with Ludus. Its text is `name`, or `name:key=value,key=value`. */
export interface BotInfo {
  name: string;
  summary: string;
  cheats: boolean;
  options: OptionInfo[];
}

export interface GameCard {
  name: string;
  title: string;
  summary: string;
  fewest: number;
  most: number;
}

/** Details of a game for the form that creates a session. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  fewest: number;
  most: number;
  phases: string[];
  options: OptionInfo[];
  bots: BotInfo[];
  opponent: string;
  adviser: string;
  offers: Record<string, string[]>;
}

export interface Hello {
  release: string;
  games: GameCard[];
  designers: string[];
  guest: boolean;
  uploads: boolean;
  shared: string;
}

/** Player of a seat; no bot: a person. */
export interface SeatPlan {
  bot?: string | null;
  invited?: boolean;
}

/** The position from which a session branched off; that session must have no secrets any more. */
export interface SessionOrigin {
  table: string;
  ply: number;
}

export interface NewSession {
  game: string;
  seats: SeatPlan[];
  seed?: number | string | null;
  options?: Record<string, string>;
  open?: boolean;
  halted?: boolean;
  origin?: SessionOrigin | null;
  turn_seconds?: number | null;
  drafted?: boolean;
}

/** A new session, with the access key of each seat of a person. */
export interface CreatedSession {
  id: string;
  keys: (string | null)[];
}

/** How a game ended. `culprit` lost by its own fault, which is described in `fault`. */
export interface Ending {
  reason: string;
  shares: number[];
  points: number[];
  winner: number | null;
  culprit?: number | null;
  fault?: string;
}

/** Chance of a seat to win in a position, with its 95 % interval; at the end of the game its payoff. */
export interface CurvePoint {
  ply: number;
  value: number;
  low: number;
  high: number;
}

/** A large change between two points of a curve, the moves that changed most, and the turn of the first of them. */
export interface Swing {
  start: number;
  end: number;
  turn: string;
  turn_of: number | null;
  change: number;
  first_move: number;
  last_move: number;
}

/** A finished game as one seat could judge it, measured by playouts of a bot. */
export interface EvaluationCurve {
  seat: number;
  bot: string;
  playouts: number;
  points: CurvePoint[];
  swings: Swing[];
}

export interface SessionRow {
  id: string;
  game: string;
  players: string[];
  began: string;
  moves: number | null;
  state: "playing" | "over" | "broken off";
  ending: Ending | null;
  outcome: string;
  open: boolean;
  seed: string | null;
  origin: SessionOrigin | null;
  own?: boolean;
  turn?: string;
}

export interface AbortSession {
  key?: string;
}

export interface SeatInfo {
  seat: number;
  player: string;
  person: boolean;
  here: number;
}

/** A move that was made. `ply` is the number of the position in which it was made. */
export interface MoveRow {
  ply: number;
  seat: number;
  text: string;
  phrase: string;
  words: string;
  turn: string;
  turn_of: number | null;
  parts: MoveParts | null;
}

/** Moves that the history shows as one line, with the moves behind it: a draft that a bot played. */
export interface MoveFold {
  seat: number;
  words: string;
  plies: number[];
}

export interface LegalMove {
  text: string;
  phrase: string;
  parts: MoveParts | null;
}

/** Observation of one seat. */
export interface SeatObservation {
  seat: number;
  view: Record<string, unknown>;
}

/** A position as this connection may see it. */
export interface PositionView {
  ply: number;
  decider: number | null;
  turn: string;
  turn_of: number | null;
  sights: SeatObservation[];
  legal: LegalMove[];
  question: Question | null;
}

/** Whether this connection can take back its last move, and why not. */
export interface TakeBackOffer {
  ply: number;
  possible: boolean;
  reason: string;
}

/** The whole session: the first message on its socket, and again when more may be seen or a move was taken back. */
export interface SessionSnapshot {
  type: "whole";
  id: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  facts: Record<string, unknown>;
  picture: boolean;
  by_seat: string[];
  seats: SeatInfo[];
  seat: number | null;
  everything: boolean;
  open: boolean;
  origin: SessionOrigin | null;
  moves: MoveRow[];
  folds: MoveFold[];
  now: PositionView;
  state: "playing" | "over" | "broken off";
  ending: Ending | null;
  outcome: string;
  seed: string | null;
  thinking: number | null;
  halted: boolean;
  take_back: TakeBackOffer;
  guided: boolean;
  drafted: boolean;
}

/** One move, sent for each visible move in order, also where moves come in bursts. The position before it is that after the move before. `after` is None in the middle of a very long burst; the page can request the position. */
export interface MoveEvent {
  type: "moved";
  move: MoveRow;
  after: PositionView | null;
}

/** Changes that are not moves. */
export interface SessionUpdate {
  type: "news";
  now: PositionView | null;
  seats: SeatInfo[];
  state: "playing" | "over" | "broken off";
  ending: Ending | null;
  outcome: string;
  seed: string | null;
  thinking: number | null;
  halted: boolean;
  take_back: TakeBackOffer;
}

export interface PositionResponse {
  type: "looked";
  request: number;
  seen: PositionView;
}

/** Text description of a position. */
export interface PositionDescription {
  type: "described";
  request: number;
  ply: number;
  words: string;
}

/** The move that a bot would choose in this position, knowing only what the seat knows. */
export interface BotOpinion {
  type: "opinion";
  request: number;
  ply: number;
  bot: string;
  text: string;
  phrase: string;
  words: string;
  parts: MoveParts | null;
  seconds: number;
}

/** Why a move is illegal; empty: it is legal. */
export interface MoveExplanation {
  type: "explained";
  request: number;
  text: string;
  words: string;
}

/** What the guide of a game says in the newest position, to the learner who is to move. */
export interface GuideAdvice {
  type: "guided";
  request: number;
  ply: number;
  step: number;
  steps: number;
  words: string;
  text: string;
  parts: MoveParts | null;
  strayed: boolean;
}

/** Logs of the players, by seat. */
export interface PlayerLogs {
  type: "logs";
  request: number;
  logs: string[];
}

/** A message that was refused, and why. */
export interface Refused {
  type: "refused";
  request: number | null;
  message: string;
}

/** Make a move at this ply; refused if the game has continued since. */
export interface PlayMove {
  type: "play";
  request: number;
  ply: number;
  text: string;
}

/** Take back one's last move. All connections then get the whole session, with one move less. Refused if other people play, if anybody else has moved since, or if the move revealed something hidden. */
export interface TakeBack {
  type: "back";
  request: number;
  ply: number;
}

export interface GetPosition {
  type: "look";
  request: number;
  ply: number;
}

/** Request the text description of a position, for a screen reader. */
export interface DescribePosition {
  type: "describe";
  request: number;
  ply: number;
}

/** Request a bot's opinion on a position of one's own seat (where everything is open: any position). */
export interface AskBot {
  type: "ask";
  request: number;
  ply: number;
  bot: string;
}

/** Request the reason why a move is illegal: one in notation, or one as verb, piece and target. */
export interface ExplainMove {
  type: "explain";
  request: number;
  text?: string;
  parts?: Record<string, unknown> | null;
}

/** Request what the guide says in the newest position of a guided game. */
export interface AskGuide {
  type: "guide";
  request: number;
  ply: number;
}

/** Let bots make this many moves; None: unlimited. Only if no people play. */
export interface RunBots {
  type: "go";
  request: number;
  moves?: number | null;
}

export interface PauseBots {
  type: "halt";
  request: number;
}

/** Abort the game permanently. */
export interface StopGame {
  type: "stop";
  request: number;
}

/** Request the whole session once more. */
export interface Resync {
  type: "again";
  request: number;
}

export interface GetLogs {
  type: "logs";
  request: number;
}

export interface DesignerInfo {
  game: string;
  content: string;
  example: string;
  inspects: OptionInfo[];
  target: string;
  makes: OptionInfo[];
}

export interface InspectRequest {
  content: string[];
  asks?: Record<string, string>;
  options?: Record<string, string>;
  games?: number | null;
  seed?: number;
}

export interface MakeRequest {
  asks?: Record<string, string>;
  options?: Record<string, string>;
  games?: number | null;
  seed?: number;
}

/** A file of the user. */
export interface ContentRow {
  name: string;
  size: number;
  editor?: string;
}

export interface ContentText {
  name: string;
  text: string;
}

export interface StartedJob {
  id: string;
  target?: string;
}

export interface JobRow {
  id: string;
  kind: "inspect" | "make" | "run" | "tournament";
  subject: string;
  target: string;
  state: "working" | "done" | "stopped" | "failed";
  began: string;
  message: string;
}

/** Progress of one step of a job. */
export interface JobStep {
  what: string;
  done: number;
  total: number;
  thing: string;
  facts: Record<string, unknown>;
}

export interface ReportColumnMessage {
  name: string;
  title: string;
  kind: string;
  shown: boolean;
}

/** An estimate with its interval. */
export interface ValueWithInterval {
  value: number;
  low: number;
  high: number;
}

/** A result that a job reports before its end: a measure of a kingdom, the progress of a search. */
export interface PartialResult {
  of: string;
  name: string;
  title: string;
  kind: string;
  value: ValueWithInterval | number | null;
}

export interface ReportTableMessage {
  name: string;
  about: string;
  columns: ReportColumnMessage[];
  rows: ((ValueWithInterval | string | number | boolean | null)[])[];
  shown: number[] | null;
}

export interface ReportPicture {
  name: string;
  svg: string;
  caption: string;
}

/** Report of a designer. */
export interface DesignReportMessage {
  title: string;
  answer: string[];
  sheets: ReportTableMessage[];
  texts: Record<string, string>;
  pictures: ReportPicture[];
  facts: Record<string, string>;
  commands: Record<string, string>;
  notes: string[];
  files: Record<string, string>;
}

export interface JobProgress {
  type: "progress";
  work: JobRow;
  steps: JobStep[];
  lines: string[];
  seconds: number;
  left: number | null;
  pace: number | null;
  told?: PartialResult[];
  shown?: Record<string, unknown>;
}

/** The last message about a designer's job. */
export interface JobResult {
  type: "result";
  work: JobRow;
  found: DesignReportMessage;
  shown?: Record<string, unknown>;
}

export interface StudyInfo {
  name: string;
  summary: string;
  presets: string[];
  keys: OptionInfo[];
}

export interface NewRun {
  study: string;
  preset?: string | null;
  sets?: Record<string, string>;
}

export interface RunRow {
  name: string;
  study: string;
  state: "finished" | "running" | "stopped" | "damaged" | "unreadable";
  done: number;
  planned: number;
  seed: number | null;
  size: number;
  fault: string;
  work: string;
  unit?: string;
  title?: string;
  about?: string;
}

export interface NewTournament {
  game: string;
  players: string[];
  games?: number;
  seed?: number;
  options?: Record<string, string>;
}

export interface TournamentRow {
  name: string;
  game: string;
  players: string[];
  played: number;
  planned: number;
  seed: number;
  work: string;
}

/** Mean payoff of each player of a pair, or of a larger group. */
export interface PairPayoffs {
  pair: string;
  games: number;
  shares: (ValueWithInterval | null)[];
  sure?: boolean;
}

export interface Standing {
  player: number;
  name: string;
  share: ValueWithInterval | null;
  rating: ValueWithInterval | null;
}

export interface TournamentTable {
  row: TournamentRow;
  standings: Standing[];
  cells: PairPayoffs[];
  whole: boolean;
  report: boolean;
}

/** One field of the form of a card. */
export interface CardFieldInfo {
  key: string;
  kind: "number" | "flag" | "choice" | "choices" | "text" | "texts" | "mask" | "table";
  least: number | null;
  most: number | null;
  choices: string[];
  default: unknown;
  required: boolean;
  meaning: string;
}

/** One kind of entry of a card file, such as cards or patrons. */
export interface CardKindInfo {
  name: string;
  fields: CardFieldInfo[];
  key: string;
}

/** Card file of a game: what the editor shows. */
export interface CardGameInfo {
  game: string;
  title: string;
  suffix: string;
  kinds: CardKindInfo[];
  vocabulary: Record<string, string[]>;
  file: string;
  text: string;
  largest: number;
  opponent: string;
  quick_games: number;
  has_band: boolean;
}

export interface CardGameRow {
  game: string;
  title: string;
}

export interface CardFileText {
  game: string;
  name: string;
  text: string;
}

/** An edit of one entry, which is named by its first line. */
export interface CardFileEdit {
  game: string;
  name: string;
  text: string;
  action: "set" | "rename" | "add" | "copy" | "remove" | "reset";
  line?: number | null;
  kind?: string;
  field?: string;
  value?: boolean | number | string | string[] | null;
}

/** An error of a card file. */
export interface CardProblem {
  message: string;
  line: number | null;
  field: string;
  also: number[];
}

/** A card or another entry of a card file. */
export interface CardEntryInfo {
  kind: string;
  key: string;
  title: string;
  line: number | null;
  last: number | null;
  values: Record<string, unknown>;
  state: "same" | "changed" | "new";
}

/** A card file after a check or an edit. */
export interface CheckedCardFile {
  text: string;
  entries: CardEntryInfo[];
  removed: string[];
  problem: CardProblem | null;
  facts: Record<string, unknown> | null;
  line?: number | null;
}

/** A card file to play with: its name contains a digest of its content, so that games stay valid. */
export interface StoredCardFile {
  name: string;
  options: Record<string, string>;
}

export interface StartedCardMeasurement {
  id: string;
  cards: string[];
  summary: string;
}

export interface CardMeasureRequest {
  game: string;
  name: string;
  text: string;
  games?: number | null;
  seed?: number;
  band?: boolean;
}

/** Some words in one style. */
export interface TextRun {
  text: string;
  style: "plain" | "strong" | "emphasis" | "code";
}

/** A part of a section: rows of cells. A paragraph is one cell; the first row of a table is its head. */
export interface PrimerBlock {
  kind: "paragraph" | "bullets" | "numbers" | "table" | "code";
  rows: TextRun[][][];
}

export interface PrimerSection {
  heading: string;
  role: "goal" | "turn" | "symbols" | "tips" | "more";
  blocks: PrimerBlock[];
}

/** The rules of a game for people who never played it. No sections: the game has no such text. */
export interface Primer {
  title: string;
  sections: PrimerSection[];
}

/** What to do next in a level. It is done when the body has been in the place for so many ticks. */
export interface GuidedRunStep {
  text: string;
  place: [number, number, number, number];
  stance: "ground" | "hang";
  ticks: number;
}

/** A level with prompts that say what to press. */
export interface GuidedRun {
  title: string;
  level: string;
  steps: GuidedRunStep[];
  died: string;
  closing: string;
}

/** A game that starts with one click. Its strength comes from measured games. */
export interface PlayLevel {
  level: "easy" | "medium" | "hard";
  bot: string;
  options: Record<string, string>;
  share: ValueWithInterval;
  games: number;
}

/** Games to start with one click; none: the bots of the game have not been measured. */
export interface PlayLevels {
  levels: PlayLevel[];
  source: string;
  command: string;
  work: string;
  guide: string;
  drafts: string[];
}

export interface KingdomEdition {
  name: string;
  cards: string[];
}

export interface RecommendedSet {
  name: string;
  edition: string;
  cards: string[];
}

/** A measure of kingdoms. `target` is its make option; empty: it cannot be a target. */
export interface MeasureInfo {
  name: string;
  title: string;
  about: string;
  kind: string;
  target: string;
}

export interface KingdomsInfo {
  cards: Record<string, Record<string, unknown>>;
  effects: Record<string, Record<string, unknown>[]>;
  editions: KingdomEdition[];
  sets: RecommendedSet[];
  measures: MeasureInfo[];
  players: string;
}

/** A game that measured a kingdom: the same seed and players replay it move by move. */
export interface KingdomGame {
  kingdom: string[];
  edition: string;
  players: string[];
  seed: number;
  number: number;
}

/** Parameters of a generated level: the same recipe gives the same level everywhere. */
export interface LevelRecipe {
  seed?: number;
  rooms?: string;
  loops?: number;
  difficulty?: number | null;
}

/** Response to a request about levels: the result is ready under `id`, or a job is working on it. */
export interface LevelOrJob {
  id: string;
  work: string;
}

export interface LevelRow {
  id: string;
  name: string;
  width: number;
  height: number;
  traps: number;
  kept: string;
  recipe: LevelRecipe | null;
}

/** A level file. */
export interface LevelText {
  text: string;
}

export interface TrapInfo {
  name: string;
  kind: string;
  x: number;
  y: number;
  facing: string;
  period: number;
  phase: number;
  cells: number;
}

export interface OrnamentInfo {
  kind: string;
  x: number;
  y: number;
}

/** A level as the page plays and draws it. Cells are counted from the lower left corner, from 0. */
export interface LevelScene {
  row: LevelRow;
  text: string;
  cells: number[][];
  start: number[];
  exits: number[][];
  traps: TrapInfo[];
  ornaments: OrnamentInfo[];
}

/** A run played in the page, and its outcome there: the server replays it and compares. */
export interface NewLevelRun {
  level: string;
  presses: string;
  ticks: number;
  deaths: number;
  arrived: boolean;
  respawn?: "checkpoint" | "start";
}

export interface LevelRun {
  id: string;
  level: string;
  player: string;
  when: string;
  presses: string;
  ticks: number;
  deaths: number;
  arrived: boolean;
  respawn: "checkpoint" | "start";
}

/** A run in the list, without its key presses. */
export interface LevelRunRow {
  id: string;
  player: string;
  when: string;
  ticks: number;
  deaths: number;
  arrived: boolean;
}

/** A replay file of a stored level, or of a level of the game. */
export interface ReplayText {
  text: string;
}

/** Parameters of a simulation of synthetic players on a level. */
export interface SurveyRequest {
  players?: number;
  seed?: number;
  respawn?: "checkpoint" | "start";
}

/** A synthetic player's run. */
export interface Ghost {
  skill: number;
  group: string;
  seed: string;
  ticks: number;
  deaths: number;
  arrived: boolean;
  presses: string;
}

/** Level graph: places where a player can be, and moves between them. */
export interface GraphInfo {
  nodes: number[][];
  moves: number[][];
  falls: number[][];
  routes: number[][];
  easiest: number[];
}

/** A trap and the chance to pass it. */
export interface ChallengeInfo {
  trap: string;
  cells: number[][];
  success: number;
  tried: ValueWithInterval | null;
  on_path: boolean;
  avoidable: boolean;
}

/** Difficulty of a level: by models, and by synthetic players. */
export interface LevelSurvey {
  order: SurveyRequest;
  failure: ValueWithInterval;
  deaths: ValueWithInterval;
  seconds: ValueWithInterval;
  koens: ValueWithInterval;
  told: number;
  sentences: string[];
  sheets: ReportTableMessage[];
  graph: GraphInfo;
  challenges: ChallengeInfo[];
  died: Record<string, number[][]>;
  ghosts: Ghost[];
  walk: Ghost;
  command: string;
}

/** Stored survey of a level; None: there is none with these parameters. */
export interface StoredSurvey {
  survey: LevelSurvey | null;
}

export interface NewStudy {
  player: string;
}

export interface StudyRow {
  id: string;
  session: number;
  player: string;
  began: string;
  step: number;
  steps: number;
}

/** A level of the study that was played to its exit, or skipped. */
export interface StudyPlay {
  study: string;
  step: number;
  presses: string;
  ticks: number;
  deaths: number;
  skipped: boolean;
}

export interface StudyRating {
  study: string;
  step: number;
  rating: number;
}

export interface PlayedStudyLevel {
  level: string;
  ticks: number;
  deaths: number;
  skipped: boolean;
  rating: number | null;
}

/** State of a participant in the study. */
export interface StudyState {
  row: StudyRow;
  tutorials: number;
  waits: "play" | "rating" | "nothing";
  scene: LevelScene | null;
  played: PlayedStudyLevel[];
  command: string;
}

/** All participants, and the command that adds their sessions to the difficulty study. */
export interface StudyPlan {
  rows: StudyRow[];
  command: string;
}

/** An uploaded Python file, or a command of this machine. It replaces a bot of the same name. */
export interface NewBot {
  name: string;
  game: string;
  kind: "python" | "command" | "lines";
  code: string;
  cls?: string;
  options?: string;
  offered?: boolean;
}

/** What is wrong with the source of a bot, and where. */
export interface BotFault {
  message: string;
  line: number;
  column: number;
  kind: "error" | "warning";
}

/** A source as it was checked, without running it. Without an error it can be uploaded. */
export interface CheckedBot {
  cls: string;
  faults: BotFault[];
}

/** A small bot to begin with. */
export interface BotTemplate {
  title: string;
  game: string;
  code: string;
}

export interface BotOffer {
  offered: boolean;
}

/** An uploaded bot. It can be named as @NAME like any other bot. */
export interface BotRow {
  name: string;
  game: string;
  kind: "python" | "command" | "lines";
  detail: string;
  offered: boolean;
  size: number;
  added: string;
}

/** One game of a pair, as it was logged. */
export interface GameRow {
  number: number;
  deal: string;
  seats: string[];
  shares: number[];
  points: number[];
  reason: string;
  length: number;
}

/** Some games of a pair, in order. */
export interface GamesPage {
  pair: string;
  games: GameRow[];
  found: number;
  played: number;
}

/** Learning curve: a value by generation. */
export interface Curve {
  name: string;
  fact: string;
  points: number[][];
}

export interface RunFile {
  path: string;
  size: number;
}

/** Details of a run in addition to its report. */
export interface RunDetail {
  row: RunRow;
  answer: string;
  settings: Record<string, string>;
  curves: Curve[];
  pace: number[][];
  files: RunFile[];
  report: boolean;
}

/** A setting that differs between two runs. */
export interface ChangedSetting {
  key: string;
  first: string;
  second: string;
}

/** The same number in both runs; `differs` is null if there are no intervals to decide it. */
export interface ComparedNumber {
  row: string;
  column: string;
  first: ValueWithInterval | number | string | boolean | null;
  second: ValueWithInterval | number | string | boolean | null;
  change: ValueWithInterval | null;
  corrected: ValueWithInterval | null;
  differs: boolean | null;
}

export interface ComparedTable {
  name: string;
  numbers: ComparedNumber[];
  equal: number;
  alone: number[];
}

export interface RunComparison {
  first: RunRow;
  second: RunRow;
  settings: ChangedSetting[];
  tables: ComparedTable[];
  left_out: Record<string, string>;
  decided: number;
  differing: number;
  curves: Curve[][];
}

/** A kind of damage that a node can raise. */
export interface TargetInfo {
  name: string;
  colour: string;
  cards: string[];
}

export interface RatingInfo {
  name: string;
  title: string;
  meaning: string;
  weight: number;
}

/** Contents of the forms of the skill tree editor. */
export interface TreesInfo {
  targets: TargetInfo[];
  most_value: number;
  most_price: number;
  most_nodes: number;
  longest_name: number;
  longest_text: number;
  formats: string[];
  trees: string[];
  decks: string[];
  deck_sets: string[];
  players: Record<string, string>;
  ratings: RatingInfo[];
  choice_ratings: RatingInfo[];
  setting: TreeSetting;
}

/** Parameters of measurements of trees, and design goals. */
export interface TreeSetting {
  player: string;
  decks: string;
  orders: number;
  seed: number;
  zone: [number, number];
  win: number;
  turns: [number, number];
  nodes: number;
}

export interface TreeNode {
  name: string;
  target: string;
  value: number;
  parents: number[];
  price: number;
}

export interface TreeDraft {
  name: string;
  nodes: TreeNode[];
}

/** A tree as the text of a file. */
export interface TreeText {
  format: ".toml" | ".json" | ".csv";
  text: string;
}

/** A draft from the drawing, to be checked and written out. */
export interface DrawnTree {
  draft: TreeDraft;
  format: ".toml" | ".json" | ".csv";
}

export interface TreeName {
  name: string;
}

/** Position of a node in the picture. */
export interface DrawnNodePosition {
  column: number;
  row: number;
}

export interface TreeFault {
  message: string;
  nodes: number[];
  line: number | null;
}

/** A draft as the server parsed it; with a fault there are no spots. */
export interface CheckedTree {
  draft: TreeDraft | null;
  spots: DrawnNodePosition[];
  text: string;
  fault: TreeFault | null;
}

/** A fight behind the numbers, to be replayed. */
export interface TreeFight {
  draft: TreeDraft;
  player: string;
  seed: number;
  encounter: number;
  deck: string;
  nodes: string[];
  number: number;
}

/** Request the effects of an edit; it replaces the previous request. */
export interface MeasureEdit {
  type: "measure";
  request: number;
  after: TreeDraft;
  before: TreeDraft | null;
  setting: TreeSetting;
}

/** Cancel a request. */
export interface CancelMeasurement {
  type: "drop";
  request: number;
}

/** Power that a tree gives by an encounter: deciles over all decks and random picks, and the maximum. */
export interface PowerDistribution {
  low: number;
  middle: number;
  high: number;
  most: number;
}

/** Flow zone of an encounter in power; None: beyond the tested range. */
export interface PowerZone {
  low: number | null;
  high: number | null;
}

/** Results of the approximate simulation with the reference decks; zero-width interval: all builds were tested. */
export interface TreeRatings {
  ratings: ValueWithInterval[];
  total: ValueWithInterval;
  win: ValueWithInterval;
  sampled: boolean;
  builds: number;
  given: PowerDistribution[];
}

/** A difference with its 95 % interval, and the verdict of intervals that are corrected for all differences. */
export interface JudgedDifference {
  value: number;
  low: number;
  high: number;
  side: "above" | "below" | "undecided";
}

export interface SimulationResults {
  type: "simulated";
  request: number;
  after: TreeRatings;
  before: TreeRatings | null;
  more: JudgedDifference[];
  bands: PowerZone[];
}

export interface EncounterFights {
  wins: ValueWithInterval | null;
  turns: ValueWithInterval | null;
  verdict: string;
}

/** Value of a node for players. */
export interface NodeFights {
  picked: number | null;
  cost: ValueWithInterval | null;
  wins: ValueWithInterval | null;
  lift: ValueWithInterval | null;
  note: string;
}

/** A typical fight, with the parameters of TreeFight. */
export interface ExampleFight {
  what: string;
  encounter: number;
  deck: string;
  nodes: string[];
  number: number;
}

/** Results of real fights, with random picks. */
export interface TreeFightResults {
  wins: ValueWithInterval | null;
  turns: ValueWithInterval | null;
  stages: EncounterFights[];
  nodes: NodeFights[];
  sentences: string[];
  behind: ExampleFight[];
  whole: boolean;
}

export interface TreeFightUpdate {
  type: "fought";
  request: number;
  orders: number;
  decks: string;
  last: boolean;
  after: TreeFightResults;
  before: TreeFightResults | null;
  more: JudgedDifference | null;
  by_encounter: JudgedDifference[];
  comparisons: number;
}

export interface TreeFightProgress {
  type: "fighting";
  request: number;
  done: number;
  total: number;
}

export interface FrontMember {
  search: number;
  made: boolean;
  front: boolean;
  total: number;
  ratings: number[];
  errors: number[];
  nodes: TreeNode[];
  places: [number, number][];
}

export interface TreeFront {
  generation: number;
  generations: number;
  ratings: string[];
  members: FrontMember[];
}

/** A format of level files. */
export interface LevelFormatInfo {
  suffix: string;
  tool: string;
  reads: boolean;
  writes: boolean;
  tiles: boolean;
}

/** Contents of the forms of the level editor. */
export interface LevelEditorInfo {
  formats: LevelFormatInfo[];
  period: [number, number];
  columns: number;
  rows: number;
  longest_name: number;
}

/** A level file, or a file of another tool; the suffix of its name says which. */
export interface ForeignLevel {
  name: string;
  text: string;
}

export interface ImportedDraft {
  text: string;
  notes: string[];
}

/** Request of a draft as a file of another tool; the response is the file. */
export interface LevelExport {
  text: string;
  suffix: string;
}

/** A fault of a draft, and where it is. */
export interface LevelFault {
  message: string;
  line: number | null;
  cells: number[][];
}

/** Check and rate a draft; it replaces the previous request. */
export interface CheckLevel {
  type: "check";
  request: number;
  text: string;
  setting: SurveyRequest;
}

/** Faults of a draft. Without a fault it can be played. */
export interface CheckedLevel {
  type: "checked";
  request: number;
  text: string;
  faults: LevelFault[];
  scene: LevelScene | null;
}

/** Whether the level can be finished: an agent reaches every exit without dying. */
export interface LevelWalk {
  type: "walked";
  request: number;
  fault: LevelFault | null;
  presses: string;
  ticks: number;
  notes: string[];
  predicted: number | null;
  koens: number | null;
}

export interface TrapRating {
  trap: string;
  cells: number[][];
  failed: ValueWithInterval | null;
  deaths: ValueWithInterval | null;
}

/** Difficulty by synthetic players. */
export interface LevelRating {
  type: "rated";
  request: number;
  players: number;
  last: boolean;
  failure: ValueWithInterval | null;
  deaths: ValueWithInterval | null;
  seconds: ValueWithInterval | null;
  traps: TrapRating[];
}

export interface LevelRatingProgress {
  type: "rating";
  request: number;
  done: number;
  total: number;
}

export type ToSession = PlayMove | TakeBack | GetPosition | DescribePosition | AskBot | ExplainMove | AskGuide | RunBots | PauseBots | StopGame | Resync | GetLogs;

export type FromSession = SessionSnapshot | MoveEvent | SessionUpdate | PositionResponse | PositionDescription | BotOpinion | MoveExplanation | GuideAdvice | PlayerLogs | Refused;

export type FromJob = JobProgress | JobResult | Refused;

export type ToTrees = MeasureEdit | CancelMeasurement;

export type FromTrees = SimulationResults | TreeFightUpdate | TreeFightProgress | Refused;

export type ToLevels = CheckLevel | CancelMeasurement;

export type FromLevels = CheckedLevel | LevelWalk | LevelRating | LevelRatingProgress | Refused;
