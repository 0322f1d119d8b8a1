// SPDX-License-Identifier: Apache-2.0
// The one list of what session files and journals hold of each record. A new member of a record is a line here, with
// the version that it came with; the version goes up with it.
#pragma once

#include "engine/session/field.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/session/variantrecord.h"

namespace jitscope::inline session {

/** Goes up whenever a field or a table is added. A program reads files of its own version and of older ones; what those
    do not have yet is empty or has its default. */
constexpr int sessionFileVersion = 14;

template<> inline constexpr Severity lastOf<Severity> = Severity::Error;
template<> inline constexpr OpPhase lastOf<OpPhase> = OpPhase::Optimizer;
template<> inline constexpr PassPhase lastOf<PassPhase> = PassPhase::GraphKernel;
template<> inline constexpr CodeOrigin lastOf<CodeOrigin> = CodeOrigin::NotCompiled;
template<> inline constexpr DiagnosticKind lastOf<DiagnosticKind> = DiagnosticKind::Missing;
template<> inline constexpr Decision::Kind lastOf<Decision::Kind> = Decision::Kind::Duplicate;
template<> inline constexpr PredicateKind lastOf<PredicateKind> = PredicateKind::KeptOutByDecision;
template<> inline constexpr VariantVerdict lastOf<VariantVerdict> = VariantVerdict::Broken;
template<> inline constexpr DType lastOf<DType> = DType(dtypeCount - 1);

/** Sessions of before do not say what memory was held when. */
constexpr int storageEventsSince = 10;

/** Sessions of before do not say what the program's threads did. */
constexpr int threadsSince = 13;

/** Sessions of before do not say when a script waited for rows of a dataset. */
constexpr int dataWaitsSince = 14;

/** Sessions of before count all calls outside of kernels of a variant, tuples and kernels among them. */
constexpr int variantOperatorsSince = 12;

/** A row for each of `ops`. */
inline constexpr SideTable opSteps{"op_steps", "", 3};
/** Of those that stand in the memory of an earlier one. */
inline constexpr SideTable tensorMemories{"tensor_memories", "tensor", 7};
/** Of those that options of the run forced. */
inline constexpr SideTable scriptSettings{"script_settings", "compilation", 5};
/** Of those that have some. */
inline constexpr SideTable jitOptions{"jit_options", "compilation", 6};
inline constexpr SideTable passStages{"pass_stages", "compilation, pass_place", 2};
inline constexpr SideTable kernelCodes{"kernel_codes", "compilation, kernel_place", 6};

template<>
inline constexpr auto fieldsOf<SourceFile> = std::tuple{
    Field{"path", &SourceFile::path},
    Field{"text", &SourceFile::text},
};

template<>
inline constexpr auto fieldsOf<OutputChunk> = std::tuple{
    Field{"is_error", &OutputChunk::isError},
    Field{"text", &OutputChunk::text},
};

template<>
inline constexpr auto fieldsOf<SourceSpan> = std::tuple{
    Field{"file", &SourceSpan::file, {.form = Form::Repeats}},
    Field{"line", &SourceSpan::line},
    Field{"end_line", &SourceSpan::endLine},
    Field{"start_column", &SourceSpan::column},
    Field{"end_column", &SourceSpan::endColumn},
    Field{"line_text", &SourceSpan::text},
};

template<>
inline constexpr auto fieldsOf<Problem> = std::tuple{
    Field{"severity", &Problem::severity},
    Field{"kind", &Problem::kind},
    Field{"message", &Problem::message},
    Field{"", &Problem::span},
};

template<>
inline constexpr auto fieldsOf<StackFrame> = std::tuple{
    Field{"function", &StackFrame::function, {.form = Form::Repeats}},
    Field{"", &StackFrame::span},
};

/** Its value is written by whoever knows where values go. */
template<>
inline constexpr auto fieldsOf<TensorRecord> = std::tuple{
    Field{"id", &TensorRecord::id, {.form = Form::Counts}},
    Field{"dtype", &TensorRecord::dtype},
    Field{"shape", &TensorRecord::shape},
    Field{"name", &TensorRecord::name},
    Field{"memory", &TensorRecord::memory, {.side = &tensorMemories}},
};

template<>
inline constexpr auto fieldsOf<OpEvent> = std::tuple{
    Field{"number", &OpEvent::number, {.form = Form::Counts, .isInJson = true}},
    Field{"op", &OpEvent::op, {.isInJson = true}},
    Field{"inputs", &OpEvent::inputs},
    Field{"outputs", &OpEvent::outputs},
    Field{"operands", &OpEvent::operands, {.isInJson = true}},
    Field{"result", &OpEvent::result, {.isInJson = true}},
    Field{"start_ns", &OpEvent::startNs, {.form = Form::Rises, .isInJson = true}},
    Field{"duration_ns", &OpEvent::durationNs, {.form = Form::Duration, .isInJson = true}},
    Field{"scope", &OpEvent::scope, {.isInJson = true}},
    Field{"stack", &OpEvent::stack},
    Field{"compilation", &OpEvent::compilation},
    Field{"node", &OpEvent::node},
    Field{"graph_call", &OpEvent::graphCall},
    Field{"is_kernel", &OpEvent::isKernel, {.bit = 0}},
    Field{"phase", &OpEvent::phase, {.side = &opSteps, .bit = 2}},
    Field{"writes", &OpEvent::writes, {.side = &opSteps, .bit = 1}},
    Field{"forward", &OpEvent::forward, {.side = &opSteps}},
    Field{"error", &OpEvent::error},
    Field{"flops_bits", Through<&OpEvent::cost, &OpCost::flops>()},
    Field{"bytes_bits", Through<&OpEvent::cost, &OpCost::bytes>()},
    Field{"thread", &OpEvent::thread, {.since = threadsSince}},
};

template<>
inline constexpr auto fieldsOf<GradientLink> = std::tuple{
    Field{"tensor", &GradientLink::tensor},
    Field{"gradient", &GradientLink::gradient},
};

template<>
inline constexpr auto fieldsOf<GraphCall> = std::tuple{
    Field{"number", &GraphCall::number},
    Field{"function", &GraphCall::function},
    Field{"compilation", &GraphCall::compilation},
    Field{"start_ns", &GraphCall::startNs},
    Field{"duration_ns", &GraphCall::durationNs, {.form = Form::Duration}},
    Field{"stack", &GraphCall::stack},
};

template<>
inline constexpr auto fieldsOf<Variable> = std::tuple{
    Field{"name", &Variable::name},     Field{"type", &Variable::type},          Field{"value_text", &Variable::text},
    Field{"tensor", &Variable::tensor}, Field{"is_global", &Variable::isGlobal},
};

template<>
inline constexpr auto fieldsOf<StorageEvent> = std::tuple{
    Field{"tensor", &StorageEvent::tensor},
    Field{"bytes", &StorageEvent::bytes},
    Field{"time_ns", &StorageEvent::timeNs, {.form = Form::Rises}},
    Field{"is_release", &StorageEvent::isRelease, {.bit = 0}},
};

template<>
inline constexpr auto fieldsOf<ThreadSpan> = std::tuple{
    Field{"thread", &ThreadSpan::thread},
    Field{"name", &ThreadSpan::name},
    Field{"start_ns", &ThreadSpan::startNs, {.form = Form::Rises}},
    Field{"duration_ns", &ThreadSpan::durationNs, {.form = Form::Duration}},
    Field{"run_ns", &ThreadSpan::runNs, {.form = Form::Duration}},
    Field{"ready_ns", &ThreadSpan::readyNs, {.form = Form::Duration}},
};

template<>
inline constexpr auto fieldsOf<DataWait> = std::tuple{
    Field{"thread", &DataWait::thread},
    Field{"dataset", &DataWait::dataset},
    Field{"stack", &DataWait::stack},
    Field{"start_ns", &DataWait::startNs, {.form = Form::Rises}},
    Field{"duration_ns", &DataWait::durationNs, {.form = Form::Duration}},
};

/** Its frames and their variables have tables of their own. */
template<>
inline constexpr auto fieldsOf<StopRecord> = std::tuple{
    Field{"next_op", &StopRecord::nextOp},
    Field{"reason", &StopRecord::reason},
};

template<>
inline constexpr auto fieldsOf<Bookmark> = std::tuple{
    Field{"op", &Bookmark::op},
    Field{"note", &Bookmark::note},
};

template<>
inline constexpr auto fieldsOf<WatchHit> = std::tuple{
    Field{"op", &WatchHit::op},
    Field{"tensor", &WatchHit::tensor},
    Field{"rule", &WatchHit::rule},
    Field{"parameter", &WatchHit::parameter},
    Field{"actual_bits", &WatchHit::actual},
    Field{"threshold_bits", &WatchHit::threshold},
};

template<>
inline constexpr auto fieldsOf<ScriptSettings> = std::tuple{
    Field{"mode", &ScriptSettings::mode},
    Field{"jit_level", &ScriptSettings::jitLevel},
    Field{"device", &ScriptSettings::device},
};

/** Its graphs are one blob; passes, kernels and stages have tables of their own. */
template<>
inline constexpr auto fieldsOf<Compilation> = std::tuple{
    Field{"id", &Compilation::index},
    Field{"function", &Compilation::function},
    Field{"compile_key", &Compilation::key},
    Field{"capture_mode", &Compilation::captureMode},
    Field{"jit_level", &Compilation::jitLevel},
    Field{"device", &Compilation::device},
    Field{"reason", &Compilation::reason},
    Field{"", &Compilation::script, {.side = &scriptSettings}},
    Field{"options", &Compilation::options, {.side = &jitOptions}},
    Field{"imported", &Compilation::imported},
};

/** Its graphs stand in the compilation's blob; rewrites and refusals have tables of their own. */
template<>
inline constexpr auto fieldsOf<PassRecord> = std::tuple{
    Field{"id", &PassRecord::index},
    Field{"phase", &PassRecord::phase},
    Field{"name", &PassRecord::name},
    Field{"summary", &PassRecord::summary},
    Field{"changed", &PassRecord::changed},
    Field{"nodes_before", &PassRecord::nodesBefore},
    Field{"nodes_after", &PassRecord::nodesAfter},
    Field{"start_ns", &PassRecord::startNs},
    Field{"duration_ns", &PassRecord::timeNs},
    Field{"stage", &PassRecord::stage, {.side = &passStages}},
    Field{"cycle", &PassRecord::cycle, {.side = &passStages}},
};

template<>
inline constexpr auto fieldsOf<Rewrite> = std::tuple{
    Field{"rule", &Rewrite::rule},
    Field{"nodes_before", &Rewrite::before},
    Field{"node_after", &Rewrite::after},
};

/** What it only states stands with the refusal: older files have nothing else. */
template<>
inline constexpr auto fieldsOf<Predicate> = std::tuple{
    Field{"predicate", &Predicate::kind},
    Field{"subject_node", &Predicate::node},
    Field{"subject", &Predicate::subject},
    Field{"actual", Through<&Predicate::actual, &PredicateOperand::text>()},
    Field{"actual_number", Through<&Predicate::actual, &PredicateOperand::number>()},
    Field{"required", Through<&Predicate::required, &PredicateOperand::text>()},
    Field{"required_number", Through<&Predicate::required, &PredicateOperand::number>()},
    Field{"object", &Predicate::object},
    Field{"detail", &Predicate::detail},
};

template<>
inline constexpr auto fieldsOf<Refusal> = std::tuple{
    Field{"rule", &Refusal::rule},
    Field{"nodes", &Refusal::nodes},
    Field{"", &Refusal::predicate, {.since = 9}},
    Field{"reason", Through<&Refusal::predicate, &Predicate::stated>()},
};

/** Machine code would have to be made for a journal. */
template<>
inline constexpr auto fieldsOf<KernelRecord> = std::tuple{
    Field{"name", &KernelRecord::name},
    Field{"graph", &KernelRecord::graph},
    Field{"members", &KernelRecord::members},
    Field{"llvm_ir", &KernelRecord::llvmIr, {.isInJournal = false}},
    Field{"assembly", &KernelRecord::assembly, {.isInJournal = false}},
    Field{"compile_ns", &KernelRecord::compileNs},
    Field{"origin", &KernelRecord::origin, {.form = Form::Wide, .side = &kernelCodes}},
    Field{"code_bytes", &KernelRecord::codeBytes, {.side = &kernelCodes}},
};

template<>
inline constexpr auto fieldsOf<StageTime> = std::tuple{
    Field{"name", &StageTime::name},
    Field{"start_ns", &StageTime::startNs},
    Field{"duration_ns", &StageTime::durationNs},
};

template<>
inline constexpr auto fieldsOf<Decision> = std::tuple{
    Field{"kind", &Decision::kind},
    Field{"name", &Decision::name},
    Field{"nodes", &Decision::nodes},
    Field{"behind", &Decision::behind, {.since = 9}},
};

template<>
inline constexpr auto fieldsOf<DecisionUse> = std::tuple{
    Field{"", &DecisionUse::decision},
    Field{"uses", &DecisionUse::uses},
    Field{"reason", &DecisionUse::reason, {.since = 9}},
};

/** Its decisions have a table of their own. */
template<>
inline constexpr auto fieldsOf<VariantRecord> = std::tuple{
    Field{"compilation", &VariantRecord::compilation},
    Field{"name", &VariantRecord::name},
    Field{"note", &VariantRecord::note},
    Field{"jit_level", &VariantRecord::jitLevel},
    Field{"error", &VariantRecord::error},
    Field{"compile_ns", &VariantRecord::compileNs},
    Field{"node_count", &VariantRecord::operators},
    Field{"kernel_count", &VariantRecord::kernels},
    Field{"launch_count", &VariantRecord::launches},
    Field{"flops_bits", &VariantRecord::flops},
    Field{"bytes_bits", &VariantRecord::bytes},
    Field{"peak_bytes", &VariantRecord::peakBytes},
    Field{"verdict", &VariantRecord::verdict},
    Field{"absolute_bits", &VariantRecord::maxAbsolute},
    Field{"relative_bits", &VariantRecord::maxRelative},
    Field{"ulp_bits", &VariantRecord::maxUlps},
    Field{"verdict_text", &VariantRecord::verdictText},
    Field{"pairs", &VariantRecord::pairs},
    Field{"run_ns_bits", &VariantRecord::runNs},
    Field{"run_spread_bits", &VariantRecord::runSpreadNs},
    Field{"ratio_bits", &VariantRecord::ratio},
    Field{"low_bits", &VariantRecord::low},
    Field{"high_bits", &VariantRecord::high},
    Field{"probability_bits", &VariantRecord::probability},
    Field{"noise_bits", &VariantRecord::noise},
    Field{"is_different", &VariantRecord::isDifferent},
    Field{"own_ns_bits", &VariantRecord::ownNs, {.since = 10}},
};

template<>
inline constexpr auto fieldsOf<Diagnostic> = std::tuple{
    Field{"kind", &Diagnostic::kind},         Field{"file", &Diagnostic::file},
    Field{"place", &Diagnostic::place},       Field{"message", &Diagnostic::message},
    Field{"event_count", &Diagnostic::count},
};

} // namespace jitscope::inline session
