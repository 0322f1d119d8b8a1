// SPDX-License-Identifier: Apache-2.0
// The one list of what messages hold of each content (session/field.h). A new member is a line here, and
// protocolVersion goes up with it.
#pragma once

#include "engine/program/messages.h"
#include "engine/session/field.h"
#include "engine/session/sessionfields.h"

template<> inline constexpr jitscope::RunKind jitscope::lastOf<jitscope::RunKind> = RunKind::Console;
template<> inline constexpr jitscope::RecordLevel jitscope::lastOf<jitscope::RecordLevel> = RecordLevel::Values;
template<> inline constexpr jitscope::PauseReason jitscope::lastOf<jitscope::PauseReason> = PauseReason::Watchpoint;
template<>
inline constexpr jitscope::Breakpoint::Kind jitscope::lastOf<jitscope::Breakpoint::Kind> = Breakpoint::Kind::Condition;
template<>
inline constexpr jitscope::StepRequest::Kind jitscope::lastOf<jitscope::StepRequest::Kind> = StepRequest::Kind::ToOp;
template<>
inline constexpr jitscope::ConsolePicture::Kind jitscope::lastOf<jitscope::ConsolePicture::Kind> =
    ConsolePicture::Kind::Histogram;
template<> inline constexpr jitscope::Question jitscope::lastOf<jitscope::Question> = Question::Describe;

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::Hello> = std::tuple{
    Field{"protocol", &Hello::protocol},        Field{"fields", &Hello::fields},
    Field{"producer", &Hello::producer},        Field{"process", &Hello::process},
    Field{"shared_bytes", &Hello::sharedBytes}, Field{"shared_base", &Hello::sharedBase},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::BeginRequest> = std::tuple{
    Field{"journal", &BeginRequest::journalPath},
    Field{"spill_limit", &BeginRequest::spillLimit},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::RunOptions> = std::tuple{
    Field{"mode", &RunOptions::mode},
    Field{"device", &RunOptions::device},
    Field{"jit_level", &RunOptions::jitLevel},
    Field{"jit_functions", &RunOptions::jitFunctions},
    Field{"arguments", &RunOptions::arguments},
    Field{"working_folder", &RunOptions::workingFolder},
    Field{"environment", &RunOptions::environment},
    Field{"module_paths", &RunOptions::modulePaths},
    Field{"python_options", &RunOptions::pythonOptions},
    Field{"record", &RunOptions::record},
    Field{"stop_at_first_op", &RunOptions::stopAtFirstOp},
    Field{"bisect_tolerance", &RunOptions::bisectTolerance},
    Field{"value_budget", &RunOptions::valueBudgetBytes},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::ScriptRequest> = std::tuple{
    Field{"path", &ScriptRequest::path},
    Field{"text", &ScriptRequest::text},
    Field{"options", &ScriptRequest::options},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::OutputText> = std::tuple{
    Field{"is_error", &OutputText::isError},
    Field{"text", &OutputText::text},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::Breakpoint> = std::tuple{
    Field{"kind", &Breakpoint::kind},
    Field{"file", &Breakpoint::file},
    Field{"line", &Breakpoint::line},
    Field{"op", &Breakpoint::op},
    Field{"number", &Breakpoint::number},
    Field{"condition", &Breakpoint::condition},
    Field{"hit_count", &Breakpoint::hitCount},
    Field{"log", &Breakpoint::logMessage},
    Field{"is_enabled", &Breakpoint::isEnabled},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::StepRequest> = std::tuple{
    Field{"kind", &StepRequest::kind},
    Field{"file", &StepRequest::file},
    Field{"line", &StepRequest::line},
    Field{"op", &StepRequest::op},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::PauseInfo> = std::tuple{
    Field{"reason", &PauseInfo::reason},
    Field{"next_op", &PauseInfo::nextOp},
    Field{"captured_frames", &PauseInfo::capturedFrames},
    Field{"last_op", &PauseInfo::lastOp},
    Field{"op", &PauseInfo::op},
    Field{"operands", &PauseInfo::operands},
    Field{"stack", &PauseInfo::stack},
    Field{"breakpoint", &PauseInfo::breakpoint},
    Field{"message", &PauseInfo::message},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::RunOutcome> = std::tuple{
    Field{"kind", &RunOutcome::kind},       Field{"exit_code", &RunOutcome::exitCode},
    Field{"error", &RunOutcome::error},     Field{"problem", &RunOutcome::problem},
    Field{"stopped", &RunOutcome::stopped}, Field{"duration_ns", &RunOutcome::durationNs},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::FrameView> = std::tuple{
    Field{"", &FrameView::frame},
    Field{"variables", &FrameView::variables},
    Field{"is_captured", &FrameView::isCaptured},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::EvaluationResult> = std::tuple{
    Field{"", &EvaluationResult::value},
    Field{"error", &EvaluationResult::error},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::AskRequest> = std::tuple{
    Field{"request", &AskRequest::request}, Field{"question", &AskRequest::question},
    Field{"frame", &AskRequest::frame},     Field{"target", &AskRequest::target},
    Field{"source", &AskRequest::source},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::AnswerMessage> = std::tuple{
    Field{"request", &AnswerMessage::request},     Field{"frames", &AnswerMessage::frames},
    Field{"result", &AnswerMessage::result},       Field{"completeness", &AnswerMessage::completeness},
    Field{"names", &AnswerMessage::names},         Field{"kind", &AnswerMessage::kind},
    Field{"signature", &AnswerMessage::signature}, Field{"documentation", &AnswerMessage::documentation},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::StorageEntry> = std::tuple{
    Field{"serial", &StorageEntry::serial},
    Field{"bytes", &StorageEntry::bytes},
    Field{"cell", &StorageEntry::cell},
    Field{"elements", &StorageEntry::elements},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::PartMessage> = std::tuple{
    Field{"storages", &PartMessage::storages},
    Field{"rows", &PartMessage::rows},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::ValueMemory> = std::tuple{
    Field{"bytes", &ValueMemory::bytes},
    Field{"budget", &ValueMemory::budget},
    Field{"spilled", &ValueMemory::spilled},
    Field{"dropped", &ValueMemory::dropped},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::MovedMessage> = std::tuple{
    Field{"serial", &MovedMessage::serial},
    Field{"offset", &MovedMessage::offset},
    Field{"bytes", &MovedMessage::bytes},
    Field{"checksum", &MovedMessage::checksum},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::DroppedMessage> = std::tuple{
    Field{"serial", &DroppedMessage::serial},
    Field{"reason", &DroppedMessage::reason},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::ValueRequest> = std::tuple{
    Field{"request", &ValueRequest::request},
    Field{"serial", &ValueRequest::serial},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::ValueMessage> = std::tuple{
    Field{"request", &ValueMessage::request}, Field{"offset", &ValueMessage::offset},
    Field{"bytes", &ValueMessage::bytes},     Field{"elements", &ValueMessage::elements},
    Field{"error", &ValueMessage::error},
};

template<>
inline constexpr auto jitscope::fieldsOf<jitscope::ProgramProcess> = std::tuple{
    Field{"process", &ProgramProcess::process},
    Field{"started", &ProgramProcess::startedTicks},
    Field{"command", &ProgramProcess::command},
    Field{"is_running", &ProgramProcess::isRunning},
};
