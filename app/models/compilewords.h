// SPDX-License-Identifier: GPL-3.0-or-later
// Compile times and recompilations in words, in the user's language.
#pragma once

#include "engine/session/compilecosts.h"
#include "engine/session/firstcalls.h"
#include "engine/session/recompilations.h"

#include <QString>

namespace jitscope {
inline namespace models {

/** "cse", "type inference", "unaccounted"; a compilation is called `title`. */
QString compileRowName(const CompileRow &row, const QString &title);
/** "capture", "codegen": words of ours in the user's language; other names stay as they are. */
QString compileStageName(const std::string &name);
/** The same of a step of LLVM's: "build", "emit"; LLVM's own passes stay as they are. */
QString llvmStepName(const std::string &name);
/** What the row is: "pass", "LLVM's pass", "line of the capture". */
QString compileRowKindName(CompileRowKind kind);
/** The groupings' names, for buttons and headings. */
QString compileGroupingName(CompileGrouping grouping);

/** "argument x: f32[5,8] instead of f32[4,8]". */
QString differenceSentence(const CompileDifference &difference);
QString differencesSentence(const Recompilation &recompilation);
/** "shape", "closure or global value", ... */
QString differenceKindName(CompileDifferenceKind kind);
/** What to do, with the values that were seen and what it would have saved. */
QString adviceSentence(const CompileAdvice &advice, const Recompilation &recompilation, const Compilation &compilation);

/** "2 compiled, 1 from memory, 3 from disk"; "no kernels". */
QString kernelOriginsText(const KernelOrigins &origins);

/** "12.3 ms", as everywhere. */
QString timeWords(double ns);

} // namespace models
} // namespace jitscope
