// SPDX-License-Identifier: GPL-3.0-or-later
// Three stages for each function: rows are prepared (some times), made warm, then timed in rounds.
#include "app/benchmarks/benchrun.h"

#include "app/benchmarks/resultcheck.h"
#include "app/benchmarks/runnerprocess.h"
#include "engine/base/text.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace jitscope {
inline namespace benchmarks {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int prepareRounds = 3;
constexpr double longPrepareNs = 2e9; ///< what takes longer is prepared once
constexpr double batchNs = 2e6;       ///< a clock's and a scheduler's jitter is small then
constexpr int mostCalls = 1 << 20;
constexpr int fewestRounds = 10, fewestLongRounds = 3;
constexpr double longCallNs = 1e9;

QString qt(const std::string &text) {
    return QString::fromStdString(text);
}

QJsonArray jsonOf(const std::vector<std::string> &texts) {
    QJsonArray array;
    for (const std::string &text : texts)
        array.append(qt(text));
    return array;
}

QJsonObject jsonOf(const BenchRow &row) {
    return {{QStringLiteral("key"), qt(nameOf(row))},
            {QStringLiteral("mode"), qt(row.mode)},
            {QStringLiteral("level"), qt(row.level)},
            {QStringLiteral("backend"), qt(row.backend)},
            {QStringLiteral("fullgraph"), row.isFullgraph},
            {QStringLiteral("backward"), row.direction == BenchDirection::Backward}};
}

/** The measuring of one task. */
class Measuring {
public:
    Measuring(const BenchTask &task, const BenchListener &listener, const std::function<bool()> &shouldContinue)
        : m_task(task)
        , m_listener(listener)
        , m_isWanted(shouldContinue) {}

    BenchOutcomeOfRun run() {
        BenchOutcomeOfRun outcome;
        outcome.failure = measure();
        outcome.report = std::move(m_report);
        return outcome;
    }

private:
    /** A row in one Python, or eager once more, whose times are the noise. */
    struct Entry {
        BenchMeasure *measure = nullptr;
        std::vector<double> *times = nullptr;
        size_t python = 0;
        BenchRow row;
        QString key = qt(nameOf(row));
        int calls = 1;
    };

    std::optional<BenchFailure> measure() {
        m_report.script = m_task.script;
        m_report.expression = m_task.expression;
        if (!m_folder.isValid()) return BenchFailure{BenchFailure::Kind::Unreadable, "no temporary folder can be made"};
        if (auto failure = startPythons()) return failure;
        if (auto failure = runScripts()) return failure;
        chooseRows();
        settle();
        for (size_t at = 0; at < m_report.functions.size() && m_goesOn; ++at)
            measureFunction(at);
        compareLines(m_report);
        m_report.isComplete = m_goesOn;
        tell({}, 1);
        return std::nullopt;
    }

    void tell(const BenchDoing &doing, double share) {
        const double functions = double(std::max<size_t>(1, m_report.functions.size()));
        m_goesOn = m_goesOn && m_isWanted() && m_listener(m_report, doing, (double(m_function) + share) / functions);
    }

    Result<QJsonObject> ask(size_t python, QJsonObject request, const char *what) {
        request.insert(QStringLiteral("do"), QLatin1String(what));
        return m_runners[python]->ask(request);
    }

    // -- before anything is measured ---------------------------------------------------------------------------------

    std::optional<BenchFailure> startPythons() {
        std::vector<std::string> pythons{""};
        if (!m_task.otherPython.empty()) pythons.push_back(m_task.otherPython);
        for (size_t i = 0; i < pythons.size(); ++i) {
            tell({BenchStage::StartingPython}, 0);
            m_runners.push_back(std::make_unique<RunnerProcess>(
                qt(pythons[i]), m_folder.filePath(QStringLiteral("errors%1").arg(i)), m_isWanted));
            const auto hello = ask(i, {}, "hello");
            if (!hello) return BenchFailure{BenchFailure::Kind::Usage, hello.error().message};
            const auto text = [&](const char *name) { return (*hello)[QLatin1String(name)].toString().toStdString(); };
            m_report.pythons.push_back({text("executable"), text("python"), text("framework"), text("version"),
                                        (*hello)[QLatin1String("is_jitscope")].toBool(), ""});
        }
        return std::nullopt;
    }

    QJsonObject scriptRequest() const {
        QJsonObject request{{QStringLiteral("script"), QFileInfo(qt(m_task.script)).absoluteFilePath()},
                            {QStringLiteral("functions"), jsonOf(m_task.functions)},
                            {QStringLiteral("expression"), qt(m_task.expression)},
                            {QStringLiteral("arguments"), jsonOf(m_task.arguments)},
                            {QStringLiteral("device"), qt(m_task.device)},
                            {QStringLiteral("working_folder"), qt(m_task.workingFolder)},
                            {QStringLiteral("environment"), jsonOf(m_task.environment)},
                            {QStringLiteral("paths"), jsonOf(m_task.modulePaths)},
                            {QStringLiteral("folder"), m_folder.path()}};
        if (m_task.text) request.insert(QStringLiteral("text"), qt(*m_task.text));
        return request;
    }

    std::optional<BenchFailure> runScripts() {
        for (size_t python = 0; python < m_runners.size(); ++python) {
            tell({BenchStage::RunningScript}, 0);
            if (m_report.pythons[python].isTorch()) {
                if (auto failure = takePrimitives(python)) return failure;
                continue;
            }
            const auto answer = ask(python, scriptRequest(), "run");
            if (!answer) return BenchFailure{BenchFailure::Kind::Script, answer.error().message};
            m_report.pythons[python].device = (*answer)[QLatin1String("device")].toString().toStdString();
            noteEnd(python, *answer);
            const auto failure = python == 0 ? takeFunctions(*answer) : matchFunctions(python, *answer);
            if (failure) return failure;
        }
        return std::nullopt;
    }

    void noteEnd(size_t python, const QJsonObject &answer) {
        const std::string ended = answer[QLatin1String("ended")].toString().toStdString();
        if (ended.empty()) return;
        m_report.isScriptGood = false;
        m_report.notes.push_back("in " + m_report.pythons[python].title() + " the script ended early: " + ended);
    }

    std::optional<BenchFailure> takeFunctions(const QJsonObject &answer) {
        std::vector<std::string> missing, known;
        for (const QJsonValue &name : answer[QLatin1String("missing")].toArray())
            missing.push_back(name.toString().toStdString());
        for (const QJsonValue &name : answer[QLatin1String("known")].toArray())
            known.push_back(name.toString().toStdString());
        if (!missing.empty())
            return BenchFailure{BenchFailure::Kind::Usage, "the script calls no function '" + missing.front() +
                                                               (known.empty() ? "'; it calls none of its own"
                                                                              : "'; it calls: " + join(known, ", "))};
        const QJsonArray functions = answer[QLatin1String("functions")].toArray();
        for (const QJsonValue &each : functions)
            m_report.functions.push_back({each[QLatin1String("name")].toString().toStdString(),
                                          each[QLatin1String("inputs")].toString().toStdString(),
                                          each[QLatin1String("line")].toInt(),
                                          {},
                                          {}});
        m_places.assign(1, {});
        for (size_t i = 0; i < m_report.functions.size(); ++i)
            m_places[0].push_back(int(i));
        if (!m_report.functions.empty()) return std::nullopt;
        const std::string why = m_report.notes.empty() ? "" : " (" + m_report.notes.front() + ")";
        return BenchFailure{
            BenchFailure::Kind::Script,
            "the script calls no function of its own with tensors, so there is nothing to measure: name "
            "an expression with --expression" +
                why};
    }

    /** What JitScope captured of the functions, for a Python that cannot run the script. */
    std::optional<BenchFailure> takePrimitives(size_t python) {
        const auto captured = ask(0, {{QStringLiteral("folder"), m_folder.path()}}, "primitives");
        if (!captured) return BenchFailure{BenchFailure::Kind::Script, captured.error().message};
        QJsonArray functions;
        std::vector<int> given; // places of those that could be captured
        m_places.emplace_back(m_report.functions.size(), -1);
        m_reasons.resize(m_places.size());
        m_reasons[python].resize(m_report.functions.size());
        const QJsonArray all = (*captured)[QLatin1String("functions")].toArray();
        for (int i = 0; i < all.size() && size_t(i) < m_report.functions.size(); ++i) {
            m_reasons[python][size_t(i)] = all[i][QLatin1String("error")].toString().toStdString();
            if (!m_reasons[python][size_t(i)].empty()) continue;
            functions.append(all[i]);
            given.push_back(i);
        }
        const auto taken = ask(
            python, {{QStringLiteral("folder"), m_folder.path()}, {QStringLiteral("functions"), functions}}, "take");
        if (!taken) return BenchFailure{BenchFailure::Kind::Script, taken.error().message};
        m_report.pythons[python].device = (*taken)[QLatin1String("device")].toString().toStdString();
        const QJsonArray found = (*taken)[QLatin1String("functions")].toArray();
        int number = 0;
        for (size_t i = 0; i < given.size() && int(i) < found.size(); ++i) {
            std::string &reason = m_reasons[python][size_t(given[i])];
            reason = found[int(i)][QLatin1String("error")].toString().toStdString();
            if (reason.empty()) m_places[python][size_t(given[i])] = number++;
        }
        return std::nullopt;
    }

    /** Functions of the other Python by name. */
    std::optional<BenchFailure> matchFunctions(size_t python, const QJsonObject &answer) {
        const QJsonArray functions = answer[QLatin1String("functions")].toArray();
        m_places.emplace_back();
        for (const BenchFunction &function : m_report.functions) {
            int place = -1;
            for (int i = 0; i < functions.size(); ++i)
                if (functions[i][QLatin1String("name")].toString() == qt(function.name)) place = i;
            m_places.back().push_back(place);
            if (place < 0)
                m_report.notes.push_back("in " + m_report.pythons[python].title() + " the script does not call " +
                                         function.name);
        }
        return std::nullopt;
    }

    /** Those that some Python here can run. */
    void chooseRows() {
        m_rows = m_task.rows;
        if (std::ranges::any_of(m_report.pythons, [](const BenchPython &each) { return each.device == "Ascend"; }))
            return;
        m_report.rowsOfDevice = int(std::erase_if(m_rows, [](const BenchRow &row) { return row.isOfDevice(); }));
    }

    void settle() {
        QJsonArray rows;
        for (const BenchRow &row : m_rows)
            if (row.direction == BenchDirection::Forward || !row.isEager()) rows.append(jsonOf(row));
        for (size_t python = 0; python < m_runners.size() && m_goesOn; ++python) {
            tell({BenchStage::FirstCompile}, 0);
            (void)ask(python, {{QStringLiteral("rows"), rows}}, "settle");
        }
    }

    // -- a function --------------------------------------------------------------------------------------------------

    void measureFunction(size_t at) {
        m_function = at;
        BenchFunction &function = m_report.functions[at];
        for (const BenchRow &row : m_rows)
            function.lines.push_back({row, std::vector<BenchMeasure>(m_runners.size()), {}});
        for (size_t python = 0; python < m_runners.size(); ++python)
            (void)ask(python, {}, "forget");
        m_expected.clear();
        for (int round = 0; round < prepareRounds && m_goesOn; ++round)
            prepareAll(function, round);
        timeAll(function);
    }

    /** The line with which that Python measures what stands beside `line`: torch.compile is one way for all graphs. */
    BenchLine &measuredLine(BenchFunction &function, BenchLine &line, size_t python) const {
        if (!m_report.pythons[python].isTorch() || line.row.isEager()) return line;
        for (BenchLine &each : function.lines)
            if (!each.row.isEager() && each.row.direction == line.row.direction) return each;
        return line;
    }

    void copyMeasures(BenchFunction &function) const {
        for (size_t python = 0; python < m_runners.size(); ++python)
            for (BenchLine &line : function.lines)
                if (const BenchLine &measured = measuredLine(function, line, python); &measured != &line)
                    line.measures[python] = measured.measures[python];
    }

    void prepareAll(BenchFunction &function, int round) {
        const size_t count = function.lines.size();
        for (size_t i = 0; i < count && m_goesOn; ++i) {
            BenchLine &line = function.lines[round % 2 == 0 ? i : count - 1 - i];
            for (size_t python = 0; python < m_runners.size() && m_goesOn; ++python)
                if (&measuredLine(function, line, python) == &line) prepare(function, line, python, round);
            constexpr double shareOfPreparing = 0.3;
            tell({BenchStage::Preparing, line.row},
                 shareOfPreparing * (double(round) + double(i + 1) / double(count)) / prepareRounds);
        }
    }

    void prepare(const BenchFunction &function, BenchLine &line, size_t python, int round) {
        BenchMeasure &measure = line.measures[python];
        const size_t at = size_t(&function - m_report.functions.data());
        if (m_places[python][at] < 0) measure.error = whyNot(function, python, at);
        if (!measure.error.empty()) return;
        if (round > 0 && measure.prepareNs.front() > longPrepareNs) return;
        const auto answer = ask(python,
                                {{QStringLiteral("function"), m_places[python][at]},
                                 {QStringLiteral("row"), jsonOf(line.row)},
                                 {QStringLiteral("cold"), round == 0},
                                 {QStringLiteral("folder"), m_folder.path()}},
                                "prepare");
        if (!answer) {
            if (m_isWanted()) measure.error = answer.error().message;
            return;
        }
        measure.prepareNs.push_back((*answer)[QLatin1String("ns")].toDouble());
        measure.weightsWritten = (*answer)[QLatin1String("writes")].toInt();
        check(line, python, (*answer)[QLatin1String("results")].toArray());
    }

    std::string whyNot(const BenchFunction &function, size_t python, size_t at) const {
        const bool isKnown = python < m_reasons.size() && at < m_reasons[python].size();
        return isKnown && !m_reasons[python][at].empty() ? m_reasons[python][at]
                                                         : "the script does not call " + function.name + " here";
    }

    /** What was captured of a function is the function only while it gives the same. */
    void checkTorch(BenchLine &line, size_t python, const BenchOutcome &outcome) {
        BenchMeasure &measure = line.measures[python];
        const auto own = m_expected.find(std::pair(line.row.direction, size_t(0)));
        if (own == m_expected.end()) return;
        const BenchValues values = checkOutcome(own->second, outcome);
        if (values.verdict == BenchVerdict::Differs)
            measure.error = "as calls of PyTorch the function gives other values than in JitScope (" + values.text +
                            "): the times would be of something else";
        else
            measure.values = values;
    }

    /** The first results of a row against those of eager, which is prepared before all others. */
    void check(BenchLine &line, size_t python, const QJsonArray &results) {
        auto outcome = readOutcome(results);
        BenchMeasure &measure = line.measures[python];
        if (measure.prepareNs.size() > 1) return;
        if (!outcome) {
            measure.values.text = outcome.error().message;
            return;
        }
        const auto key = std::pair(line.row.direction, python);
        if (m_report.pythons[python].isTorch()) checkTorch(line, python, *outcome);
        if (line.row.isEager()) {
            m_expected[key] = *std::move(outcome);
            return;
        }
        const auto expected = m_expected.find(key);
        if (expected != m_expected.end())
            measure.values = checkOutcome(expected->second, *outcome);
        else
            measure.values.text = "eager does not run, so there is nothing to compare with";
    }

    // -- times -------------------------------------------------------------------------------------------------------

    /** Rows that run, each as often as there are Pythons, and eager once more at the end. */
    std::vector<Entry> entriesOf(BenchFunction &function) {
        std::vector<Entry> entries;
        for (BenchLine &line : function.lines)
            for (size_t python = 0; python < line.measures.size(); ++python)
                if (BenchMeasure &measure = line.measures[python];
                    measure.error.empty() && &measuredLine(function, line, python) == &line)
                    entries.push_back({&measure, &measure.callNs, python, line.row});
        const auto isEager = [](const BenchLine &line) { return line.row.isEager(); };
        function.noises.clear();
        for (const BenchLine &line : function.lines)
            for (size_t python = 0; isEager(line) && python < line.measures.size(); ++python)
                if (line.measures[python].error.empty())
                    function.noises.push_back({line.row.direction, python, {}, {}});
        for (BenchNoise &noise : function.noises)
            for (BenchLine &line : function.lines)
                if (isEager(line) && line.row.direction == noise.direction)
                    entries.push_back({&line.measures[noise.python], &noise.againNs, noise.python, line.row});
        return entries;
    }

    void timeAll(BenchFunction &function) {
        std::vector<Entry> entries = entriesOf(function);
        double slowest = 0;
        for (Entry &entry : entries)
            if (m_goesOn) slowest = std::max(slowest, warm(entry, function));
        const int fewest = slowest > longCallNs ? fewestLongRounds : fewestRounds;
        const double seconds = m_task.seconds * double(entries.size());
        const auto begin = Clock::now();
        for (int round = 0; m_goesOn; ++round) {
            const double spent = std::chrono::duration<double>(Clock::now() - begin).count();
            if (round >= fewest && spent >= seconds) break;
            constexpr double shareBefore = 0.4;
            const double byTime = spent / std::max(seconds, 1e-9), byRounds = double(round) / fewest;
            tell({.stage = BenchStage::Timing, .round = round + 1},
                 shareBefore + (1 - shareBefore) * std::min({byTime, byRounds, 1.0}));
            timeRound(entries, round);
            copyMeasures(function);
        }
        copyMeasures(function);
    }

    double warm(Entry &entry, const BenchFunction &function) {
        if (!entry.measure->error.empty()) return 0;
        constexpr double shareBefore = 0.3;
        tell({BenchStage::WarmingUp, entry.row, function.name}, shareBefore);
        const auto answer = ask(entry.python, {{QStringLiteral("key"), entry.key}}, "warm");
        if (!answer) return fail(entry, answer.error()), 0;
        const double one = std::max(1.0, (*answer)[QLatin1String("ns")].toDouble());
        entry.calls = int(std::clamp(batchNs / one, 1.0, double(mostCalls)));
        entry.measure->callsPerBatch = entry.calls;
        return one;
    }

    void timeRound(std::vector<Entry> &entries, int round) {
        for (size_t i = 0; i < entries.size() && m_goesOn; ++i) {
            Entry &entry = entries[round % 2 == 0 ? i : entries.size() - 1 - i];
            if (!entry.measure->error.empty()) continue;
            const auto answer =
                ask(entry.python, {{QStringLiteral("key"), entry.key}, {QStringLiteral("calls"), entry.calls}}, "time");
            if (!m_isWanted()) {
                m_goesOn = false;
                return;
            }
            if (!answer) {
                fail(entry, answer.error());
                continue;
            }
            entry.times->push_back((*answer)[QLatin1String("ns")].toDouble() / entry.calls);
        }
    }

    void fail(Entry &entry, const Error &error) {
        if (!m_isWanted()) return;
        entry.measure->error = error.message;
        entry.measure->callNs.clear();
    }

    const BenchTask &m_task;
    const BenchListener &m_listener;
    const std::function<bool()> &m_isWanted;
    QTemporaryDir m_folder;
    BenchReport m_report;
    std::vector<BenchRow> m_rows;
    std::vector<std::unique_ptr<RunnerProcess>> m_runners;
    std::vector<std::vector<int>> m_places;          ///< of each Python: its number of each function, -1 for none
    std::vector<std::vector<std::string>> m_reasons; ///< likewise, why it has none; "" for none
    std::map<std::pair<BenchDirection, size_t>, BenchOutcome> m_expected;
    size_t m_function = 0;
    bool m_goesOn = true;
};

} // namespace

std::string toString(const BenchDoing &doing) {
    switch (doing.stage) {
    case BenchStage::Nothing:
        return {};
    case BenchStage::StartingPython:
        return "starting Python";
    case BenchStage::RunningScript:
        return "running the script";
    case BenchStage::FirstCompile:
        return "compiling for the first time, which no row pays for";
    case BenchStage::Preparing:
        return "preparing " + nameOf(doing.row);
    case BenchStage::WarmingUp:
        return "warming up " + doing.function + ", " + nameOf(doing.row);
    case BenchStage::Timing:
        return format("timing, round %d", doing.round);
    }
    return {};
}

BenchOutcomeOfRun measureMatrix(const BenchTask &task, const BenchListener &listener,
                                const std::function<bool()> &shouldContinue) {
    return Measuring(task, listener, shouldContinue).run();
}

} // namespace benchmarks
} // namespace jitscope
