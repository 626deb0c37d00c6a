"""Words that a variable of a Maple program cannot be called.

Maple's own, and those of giac, which reads Maple's language and reserves many more: all words of
giac 1.9 that cannot be declared local, assigned and read.
"""

import re

_MAPLE = """
and assuming break by catch description do done elif else end error export fi finally for from
global if implies in intersect local minus mod module next not od option options or proc quit read
return save stop subset then to try union use uses while xor
D I O Pi Catalan FAIL GAMMA LinearAlgebra LinearSolve Matrix Vector abs arccos arcsin arctan arctan2
args argument cos evalb exp false gamma infinity list log nargs procname psi set signum sin sqrt
string table tan tanh thismodule thisproc true type undefined
Digits Normalizer NumericEventHandlers Order Rounding Testzero UseHardwareFloats printlevel
"""

_GIAC = """
ABS ACOS acos ACOSH acosh ACOT ACSC acyclic adaptive ADDCOL ADDROW algebraic all_trig_solutions
ALOG alors AND angle_radian Ans ARC Archive arcsin arcsinh arctanh ARG ASEC ASIN ASINH assert
ATAN ATANH avance axes axesfont bandwidth bareiss base BEGIN begin Binary bins bipartite black
blanc bleu block_size blue BREAK brown cap CASE case CATCH CEILING CHOOSE Circle clearscreen Col
COLNORM COMB complex_variables CONCAT COND confrac CONJ connected CONTINUE continue coords
CopyVar COS COSH COT crayon CROSS cross_entropy CSC cyan Cycle CyclePic de debug_infolevel
DEFAULT default Define DEGXRAD del DELCOL Delete DelFold DELROW DELTALIST DelVar derive deSolve
DET dfc2f Dialog DIGITS Digits directed DISP Disp disque div DO DOT double DOWNTO downto DROP
DropDown DrwCtour DUP ecris EDITMAT efface EIGENVAL EIGENVV ELIF ELSE Else ElseIf Elseif END
endfunc epaisseur epsilon equal ERROR esac et euler_gamma Exec Exit EXP expand expln EXPM1
EXPORT expression faddeev fadeev faire FALSE False FAUX faux feuille ffaire ffonction ffunction
Fill filled FLOOR FNROOT fonction font FOR For FP fpour frames FROM fsi ftantque fullparfrac
Func func function gauss15 Get GetCalc GetFold GETKEY GLOBAL gold gomme Goto goto Graph green
grey groebner HAngle hasard HComplex HDigits HFormat hidden_name HLanguage HMSX IDENMAT
identifier IF If ifactors IFERR IFTE ifte IM increasing_power inf INPUT Input InputStr integer
INTERSECT INVERSE inverser IP ISOLATE ITERATE jaune jump jusqua jusque keep_algext keep_pivot
l1norm label labeldirections labelfont labels Lbl learning_rate let linalg LINE Line linestyle
lis lis_phrase LN ln LNP1 LOCAL Local localbloc LOG log2 Loop LQ LSQ magenta MAKELIST MAKEMAT
MANT MAX MAXREAL MIN MINREAL MINUS MOD modular_check momentum MSE MSGBOX Nary navy NewFold
NewPic NEXT noir non nonnegint nonposint NOP NOT nstep NTHROOT ntl_on NULL numpoints numtheory
of olive oo operator OR orange otherwise ou Output OVER Ox_2d_unit_vector Oy_2d_unit_vector
parfrac pas pas_de_cote Pause pcoef pencolor pendown penup PERM PI pi PICK PILIST pink PIXOFF
PIXON planar plex POLYEVAL POLYFORM polynom POLYROOT PopUp Popup POS position Postfix pour
Prefix Prgm PRINT program Prompt purple QUAD quartile1 QUOTE RADXDEG ramene RANDMAT randNorm
RANDOM RANDSEED RandSeed randseed RANK rational RCL RclPic RE RECT recule RECURSE red REDIM ReLU
rempli REPEAT repeat repete repeter REPLACE Request resolution restart restart_vars retourne
RETURN Return REVERSE revlex rombergm rombergt rond rouge ROUND Row ROWNORM RplcPic RREF rur
sans_factoriser saute sauve SCALE SCALEADD scaling SCHUR scientific_format SEC SetFold si
sialorssinon SIGMALIST SIGN signe simpson SIN SINH sinon SIZE skip SORT SortA SortD SPECNORM
SPECRAD spring srand stack START STEP step step_infolevel StoPic style SUB SVD SVL SWAP SWAPCOL
SWAPROW SWITCH switch symbol symbolsize TAN TANH tantque TAYLOR tchebyshev1 tdeg teal Text THEN
Then thickness threads throw Title title titlefont titre TO topology towards TRACE trames
trapeze trapezoid tree trig TRN TRUE True TRUNCATE TRY Try try_catch tstep Unarchiv Unary undef
unfactored UNION UNTIL until ustep var vers vert view VIEWS violet VRAI vrai vstep WAIT
weight_decay weighted weights WHILE While white with_cocoa with_f5 XHMS XOR XPON xstep
xtickmarks yellow ystep zstep
"""

RESERVED = frozenset(_MAPLE.split()) | frozenset(_GIAC.split())

FAMILIES = re.compile(
    r"\w*_[a-z]"  # has a type in giac
    r"|(?:cap|DOM|end|epaisseur|gl|ligne|line|n?lp|mpf[ir]|point|RPN)_\w+"
    r"|(?:disque|polygone|rectangle|tourne|triangle)_\w+"
    r"|\w+_(?:crayon|decomp|det|enregistrement|line|loss|mode|modes|point|rectangle|solver|stack|tortue)"
    r"|(?:Clr|Disp|Draw|End|Line|Pt|Pxl|Zoom)\w+"
    r"|\w+[23]d|quadrant\d"
)
"""Words of giac that are many and alike."""
