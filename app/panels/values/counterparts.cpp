// SPDX-License-Identifier: GPL-3.0-or-later
// Finds counterparts by line, operator and round.
#include "app/panels/values/counterparts.h"

#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/provenance.h"
#include "engine/session/session.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <algorithm>
#include <filesystem>
#include <map>

namespace jitscope {
inline namespace valuespanel {

namespace {

/** A line of the user's, by the file's name: two recordings may come from different folders. */
struct Line {
    std::string file;
    int line = 0;
    bool operator==(const Line &) const = default;
};

Line lineOf(const SourceSpan *span) {
    return span == nullptr ? Line() : Line{std::filesystem::path(span->file).filename().string(), span->line};
}

/** The lines of a recording's operators. Many share one, and telling a line takes a while. */
class Lines {
public:
    explicit Lines(const Session &session)
        : m_session(session) {}

    /** Of an eager operator the line that it ran on, of a graph's the line that its node came from. */
    const Line &of(const OpEvent &op) {
        const auto key =
            op.compilation < 0 ? std::pair(-1, int64_t(op.stack)) : std::pair(op.compilation, int64_t(op.node.value));
        const auto known = m_known.find(key);
        return known != m_known.end() ? known->second : m_known[key] = found(op);
    }

private:
    Line found(const OpEvent &op) const {
        if (op.compilation < 0) {
            const StackFrame *frame = userFrame(m_session, op.stack);
            return lineOf(frame == nullptr ? nullptr : &frame->span);
        }
        const Compilation *compilation = m_session.compilation(op.compilation);
        const NodePtr node = compilation == nullptr ? NodePtr() : findNode(compilation->final, op.node);
        return !node || !node->spans ? Line() : lineOf(userSpan(m_session, node->spans));
    }

    const Session &m_session;
    std::map<std::pair<int, int64_t>, Line> m_known;
};

constexpr int64_t opsBetweenQuestions = 4096;

bool isCalledOff(const OpEvent &op, const ShouldContinue &shouldContinue) {
    return op.number % opsBetweenQuestions == 0 && !shouldContinue();
}

Error calledOff() {
    return Error{"The search was called off."};
}

size_t placeOf(const IdList &ids, int64_t id) {
    return size_t(std::find(ids.begin(), ids.end(), id) - ids.begin());
}

/** What a lock step put beside that tensor, or -1. */
int64_t besideInLockstep(const Session &session, int64_t tensor) {
    for (auto entry = session.info.lower_bound("lockstep ");
         entry != session.info.end() && entry->first.starts_with("lockstep "); ++entry) {
        const QJsonObject run = QJsonDocument::fromJson(QByteArray::fromStdString(entry->second)).object();
        for (const QJsonValue row : run[QLatin1String("rows")].toArray()) {
            const int64_t eager = row[QLatin1String("tensor")].toInteger(-1);
            const int64_t node = row[QLatin1String("node_tensor")].toInteger(-1);
            if (eager == tensor || node == tensor) return eager == tensor ? node : eager;
        }
    }
    return -1;
}

Result<int64_t> byName(const Session &other, const TensorRecord &record) {
    for (const TensorRecord &each : other.tensors)
        if (each.name == record.name && each.shape == record.shape) return each.id;
    return Error{"The other recording has no tensor named " + record.name.str() + " of this shape."};
}

} // namespace

Result<TensorPick> parseTensorPick(const QString &text) {
    static const QRegularExpression form(QStringLiteral("^\\s*#?(\\d+)(?:[\\s.]+(in|out)\\s*(\\d+)?)?\\s*$"));
    const auto match = form.match(text);
    if (!match.hasMatch()) return Error{"Write an operator's number, as in #118, #118 out 2 or #118 in 1."};
    const int place = match.captured(3).isEmpty() ? 1 : match.captured(3).toInt();
    if (place < 1) return Error{"Operands and results count from 1."};
    return TensorPick{match.captured(1).toLongLong(), match.captured(2) == QLatin1String("in"), size_t(place - 1)};
}

Result<int64_t> pickedTensor(const Session &session, const TensorPick &pick) {
    const auto op = session.op(pick.op);
    if (!op) return Error{format("There is no operator #%lld.", static_cast<long long>(pick.op))};
    const IdList &ids = pick.isInput ? op->inputs : op->outputs;
    if (pick.place < ids.size()) return ids[pick.place];
    return Error{format("#%lld %s has %zu %s.", static_cast<long long>(pick.op), op->op.str().c_str(), ids.size(),
                        pick.isInput ? "tensors as operands" : "results")};
}

Result<int64_t> sameLineIn(const Session &other, const Session &session, int64_t tensor,
                           const ShouldContinue &shouldContinue) {
    const auto record = session.tensor(tensor);
    if (!record) return Error{"Nothing is recorded of this tensor."};
    const auto op = session.op(record->op);
    if (!op)
        return record->name.empty() ? Error{"It came from outside and has no name to look for."}
                                    : byName(other, *record);
    Lines lines(session), otherLines(other);
    const Line line = lines.of(*op);
    const size_t place = placeOf(op->outputs, tensor);
    int64_t round = 0;
    for (const OpEvent &each : session.ops) {
        if (each.number >= op->number) break;
        if (isCalledOff(each, shouldContinue)) return calledOff();
        round += each.op == op->op && lines.of(each) == line;
    }
    for (const OpEvent &each : other.ops) {
        if (isCalledOff(each, shouldContinue)) return calledOff();
        if (each.op == op->op && otherLines.of(each) == line && round-- == 0 && place < each.outputs.size())
            return each.outputs[place];
    }
    return Error{format("The other recording has no such run of %s on line %d of %s.", op->op.str().c_str(), line.line,
                        line.file.c_str())};
}

Result<int64_t> otherMode(const Session &session, int64_t tensor, const ShouldContinue &shouldContinue) {
    const auto record = session.tensor(tensor);
    const auto op = !record ? std::nullopt : session.op(record->op);
    if (const int64_t beside = !op ? besideInLockstep(session, tensor) : -1; beside >= 0) return beside;
    if (!op) return Error{"It came from outside, so no operator made it in the other mode."};
    const bool isEager = op->compilation < 0;
    Lines lines(session);
    const Line line = lines.of(*op);
    const size_t place = placeOf(op->outputs, tensor);
    int64_t found = -1;
    for (const OpEvent &each : session.ops) {
        if (isCalledOff(each, shouldContinue)) return calledOff();
        if ((each.compilation < 0) == isEager || place >= each.outputs.size()) continue;
        // A fused kernel carries another name; what it gives at that line must at least have the same type.
        const auto result = session.tensor(each.outputs[place]);
        if (!result || result->shape != record->shape || result->dtype != record->dtype) continue;
        if (each.op != op->op && !each.isKernel && !op->isKernel) continue;
        if (line.line == 0 || !(lines.of(each) == line)) continue;
        if (found >= 0 && each.number > op->number) break;
        found = each.outputs[place];
    }
    if (found >= 0) return found;
    return Error{isEager ? "No compiled graph ran this line with this result in this recording."
                         : "This line did not run eagerly with this result in this recording."};
}

} // namespace valuespanel
} // namespace jitscope
