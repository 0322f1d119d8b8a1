// SPDX-License-Identifier: Apache-2.0
// The breakpoints of a run, made ready to be asked at every operator and line, with how often each was hit.
#pragma once

#include "engine/inspect/query.h"
#include "engine/ops/opdef.h"
#include "engine/stepping/breakpoint.h"
#include "engine/stepping/operatorview.h"

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>

namespace jitscope::inline stepping {

/** A breakpoint that the program came to. */
struct BreakpointStop {
    int index = -1;
    std::string message; ///< why, when a condition says it or could not be evaluated
};

/** What the breakpoints of a line say to a node of a compiled graph that stands on it. */
struct GraphLineAnswer {
    std::optional<BreakpointStop> stop;
    bool isOpen = false; ///< another node of the line may be what the condition speaks of
};

/** Two spellings of one file must meet: what the editor was opened with, and what Python was given. */
std::string canonicalFile(const std::string &file);

class BreakpointTable {
public:
    /** When a breakpoint wants to be asked. */
    enum Interest : uint8_t { Never = 0, Before = 1, After = 2 };
    /** Prints a log message: its expressions are evaluated where the program stands. */
    using Log = std::function<void(const std::string &message)>;
    /** A condition in Python, where the program stands: its truth, or why it could not be evaluated. */
    using Evaluate = std::function<Result<bool>(const std::string &condition)>;
    /** Asks a query of the operator at hand. */
    using Ask = std::function<Verdict(const OpQuestion &question)>;

    BreakpointTable() = default;
    explicit BreakpointTable(std::vector<Breakpoint> breakpoints);

    /** Whether anything may stop at the operator; nothing else is asked on the hot path. */
    uint8_t interestIn(const OpDef &op) const {
        const auto index = size_t(&op - m_firstOp);
        return index < m_interest.size() ? m_interest[index] : m_otherInterest;
    }
    uint8_t interestInNodes() const { return m_nodeInterest; }
    bool concernsOps() const { return m_concernsOps; }
    /** The lowest number from `first` on that an operator is to be stopped at by, or noNumber. */
    int64_t numberFrom(int64_t first) const;
    static constexpr int64_t noNumber = std::numeric_limits<int64_t>::max();
    bool hasExceptions() const { return m_hasExceptions; }
    bool hasLines() const { return !m_lines.empty(); }
    /** Whether a line of a compiled graph waits for results. */
    bool hasLinesAfter() const { return m_hasLinesAfter; }
    /** The files (canonical) and lines with breakpoints, in order. */
    std::vector<std::pair<std::string, int>> lines() const;
    /** The lines of a file (canonical) with breakpoints, in order. */
    std::vector<int> linesIn(const std::string &canonical) const;

    /** The first that stops; all that are met count a hit, and log points print. */
    std::optional<BreakpointStop> atOp(const OperatorView &sight, Interest when, const Ask &ask, const Log &log);
    std::optional<BreakpointStop> atLine(const std::string &canonical, int line, const Evaluate &evaluate,
                                         const Log &log);
    /** The same in a compiled graph, where conditions of the query language are asked of the node. */
    GraphLineAnswer atGraphLine(const std::string &canonical, int line, Interest when, const Ask &ask,
                                const Evaluate &evaluate, const Log &log);
    std::optional<BreakpointStop> atException(const Evaluate &evaluate, const Log &log);

    std::vector<int64_t> hits() const;
    /** Those that stay the same go on counting. */
    void keepHits(const BreakpointTable &before);
    void forgetHits();

private:
    struct Entry {
        Breakpoint breakpoint;
        OpQuestion question; ///< of a line: what is asked of a node there; empty when it is asked of Python
        std::string fault;   ///< why the condition can not be understood
        bool isTold = false; ///< a condition that fails stops once
        Interest when = Never;
        int64_t hits = 0;
    };

    void prepare(Entry &entry);
    void note(const Entry &entry, size_t index);
    void noteOp(const Entry &entry);
    bool concerns(const Entry &entry, const OperatorView &sight) const;
    std::optional<BreakpointStop> fail(Entry &entry, int index, const std::string &reason);
    std::optional<BreakpointStop> hit(Entry &entry, int index, const std::string &message, const Log &log);
    std::optional<BreakpointStop> inPython(Entry &entry, int index, const Evaluate &evaluate, const Log &log);

    std::vector<Entry> m_entries;
    const OpDef *m_firstOp = nullptr;
    std::vector<uint8_t> m_interest; ///< by place in the catalogue
    uint8_t m_otherInterest = Never, m_nodeInterest = Never;
    bool m_concernsOps = false, m_hasExceptions = false, m_hasLinesAfter = false;
    std::map<std::string, std::map<int, std::vector<size_t>>> m_lines;
};

} // namespace jitscope::inline stepping
