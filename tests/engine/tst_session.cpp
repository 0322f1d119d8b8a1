// SPDX-License-Identifier: Apache-2.0
// Session files: everything comes back as it was, and nothing that is wrong with a file goes unnoticed.
#include "engine/ops/opdef.h"
#include "engine/base/progress.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "engine/ir/irtext.h"
#include "engine/session/packing.h"
#include "engine/session/profilepack.h"
#include "engine/session/recordpack.h"
#include "engine/session/recordtables.h"
#include "engine/session/sessionfields.h"
#include "engine/session/sessionpack.h"
#include "engine/session/tracepack.h"
#include "tests/support/membercount.h"
#include "tests/support/sessions.h"
#include "tests/support/testing.h"

#include <QObject>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <random>
#include <sqlite3.h>

using namespace jitscope;
using namespace jitscope::testing;

/** A record whose files got two more fields and a table in their second version. */
struct GrownRecord {
    int64_t number = -1;
    std::string name;
    int size = 3;
    bool isNew = true;
    double speed = 0.5;
    bool operator==(const GrownRecord &) const = default;
};

inline constexpr SideTable grownSpeeds{"grown_speeds", "", 2};

template<>
inline constexpr auto jitscope::fieldsOf<GrownRecord> = std::tuple{
    Field{"number", &GrownRecord::number, {.form = Form::Counts}},
    Field{"name", &GrownRecord::name},
    Field{"size", &GrownRecord::size, {.since = 2}},
    Field{"is_new", &GrownRecord::isNew, {.since = 2}},
    Field{"speed_bits", &GrownRecord::speed, {.side = &grownSpeeds}},
};

namespace {

void run(const std::string &path, const std::string &sql) {
    sqlite3 *database = nullptr;
    sqlite3_open(path.c_str(), &database);
    char *problem = nullptr;
    sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &problem);
    if (problem != nullptr) qFatal("%s", problem);
    sqlite3_close(database);
}

/** Members that its list has, the two of an operator's cost as one. */
template<class Record> constexpr int listedCount() {
    int count = 0;
    eachField<Record>([&](auto field) { count += std::is_member_pointer_v<decltype(decltype(field)::field.access)>; });
    return count + (std::is_same_v<Record, OpEvent> ? 1 : 0);
}

const std::vector<TableDef> &grownTables() {
    static const std::vector<TableDef> tables{tableOf<GrownRecord>("grown"), tableBeside<GrownRecord, &grownSpeeds>()};
    return tables;
}

/** The records as a file of that version has them, read by a program of the second. */
std::vector<GrownRecord> throughTables(const std::string &path, const std::vector<GrownRecord> &records, int version) {
    DatabaseWriter out(path, 1, version, grownTables());
    putTable(out, "grown", records);
    out.begin(grownSpeeds.name);
    for (const GrownRecord &record : records) {
        putFields<&grownSpeeds>(out, record);
        out.endRow();
    }
    if (const auto written = out.finish(); !written) qFatal("%s", written.error().message.c_str());
    if (version == 1) run(path, "DROP TABLE grown_speeds; DELETE FROM contents WHERE name = 'grown_speeds'");
    DatabaseReader in(path, 1, 2, grownTables());
    std::vector<GrownRecord> read;
    takeTable(in, "grown", read);
    in.begin(grownSpeeds.name);
    while (in.next())
        takeFields<&grownSpeeds>(in, read[size_t(in.row()) - 1]);
    if (!in.ok()) qFatal("%s", in.error().c_str());
    return read;
}

} // namespace

class SessionTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::string path(const std::string &name) const {
        return m_folder.filePath(QString::fromStdString(name)).toStdString();
    }

    std::string savedSample() {
        const auto saved = saveSession(sampleSession(), path("sample.jitscope"));
        if (!saved) qFatal("%s", saved.error().message.c_str());
        return readText(path("sample.jitscope"));
    }

    /** Makes a file of an earlier version of the kept one of the seventh: it did not have these tables. */
    void writeWithout(const std::vector<std::string> &tables, int version) {
        const auto copied = writeFile(path("sample.jitscope"), readText(dataPath("session/version7.jitscope")));
        if (!copied) qFatal("%s", copied.error().message.c_str());
        std::string sql;
        for (const std::string &table : tables)
            sql += "DROP TABLE " + table + "; DELETE FROM contents WHERE name = '" + table + "'; ";
        run(path("sample.jitscope"), sql + "PRAGMA user_version = " + std::to_string(version));
    }

private Q_SLOTS:
    /** A broadcast mask takes in a file what it takes in memory, whatever it stands for. */
    void repeatedElementsAreSavedOnce() {
        const Tensor row = Tensor::of({1, 1, 4}, std::vector<float>{1, 2, 3, 4});
        const auto record = [](int64_t id, const Tensor &value) {
            return TensorRecord{id, value.dtype(), value.shape(), value, ""};
        };
        Session session;
        session.tensors = {record(0, row.broadcastTo({int64_t(1) << 40, 2, 4})), record(1, row),
                           record(2, row.broadcastTo({3, 2, 4}).permuted({2, 0, 1}))};
        const auto saved = saveSession(session, path("wide.jitscope"));
        VERIFY_RESULT(saved);
        QVERIFY(std::filesystem::file_size(path("wide.jitscope")) < 1'000'000);
        const auto loaded = loadSession(path("wide.jitscope"));
        VERIFY_RESULT(loaded);
        for (size_t i = 0; i < session.tensors.size(); ++i) {
            const Tensor before = *session.tensors[i].value.load(), after = *loaded->tensors[i].value.load();
            QVERIFY(before.shape() == after.shape());
            for (int64_t k = 0; k < std::min<int64_t>(24, before.count()); ++k)
                QCOMPARE(after.at(before.count() - 1 - k), before.at(before.count() - 1 - k));
        }
    }

    /** Values may lie in the program's process: none is fetched for a file that is given up. */
    void aFileThatIsGivenUpTakesNoMoreValues() {
        Session session;
        for (int64_t id = 0; id < 100; ++id) {
            const Tensor value = Tensor::of({1}, std::vector<float>{float(id)});
            session.tensors.push_back({id, value.dtype(), value.shape(), value, ""});
        }
        Progress progress;
        QVERIFY(!saveSession(
                     session, path("given-up.jitscope"), [] { return false; }, &progress)
                     .ok());
        QVERIFY(progress.total() > 0);
        QCOMPARE(progress.done(), int64_t(0));
        QVERIFY(!std::filesystem::exists(path("given-up.jitscope")));
    }

    void printedTextIsBoundedAndWhatIsLetGoIsCounted() {
        Session session;
        const std::string line(99, 'x');
        constexpr int lines = 300'000, linesOfAPart = 1000;
        for (int done = 0; done < lines; done += linesOfAPart) {
            Session part;
            std::string text;
            for (int i = 0; i < linesOfAPart; ++i)
                text += line + '\n';
            part.output = {{(done / linesOfAPart) % 2 == 1, text}};
            session.append(std::move(part));
        }
        size_t kept = 0, size = 0;
        for (const OutputChunk &chunk : session.output) {
            kept += size_t(std::count(chunk.text.begin(), chunk.text.end(), '\n'));
            size += chunk.text.size();
        }
        QVERIFY(size < size_t(12) << 20);
        long long letGo = 0;
        QCOMPARE(std::sscanf(session.output.front().text.c_str(), "[%lld earlier lines are not kept]", &letGo), 1);
        QCOMPARE(kept - 1 + size_t(letGo), size_t(lines));
    }

    void aPartOfTensorsAloneIsNotEmpty() {
        // A variable of a paused program is such a part; without it all later ids would stand for their neighbours.
        Session part;
        TensorRecord tensor;
        tensor.id = 7;
        tensor.dtype = DType::Float32;
        tensor.shape = {2};
        part.tensors.push_back(tensor);
        QVERIFY(!part.empty());
        Session stacks;
        stacks.stacks.push_back({{"f", {}}});
        QVERIFY(!stacks.empty());
    }

    void everythingComesBackAsItWas() {
        savedSample();
        const auto loaded = loadSession(path("sample.jitscope"));
        VERIFY_RESULT(loaded);
        const Session before = sampleSession();
        QVERIFY(loaded->info == before.info);
        QVERIFY(loaded->sources == before.sources);
        QVERIFY(loaded->output == before.output);
        QVERIFY(loaded->problems == before.problems);
        QVERIFY(loaded->stacks == before.stacks);
        QCOMPARE(loaded->tensors.size(), before.tensors.size());
        for (size_t i = 0; i < before.tensors.size(); ++i) {
            QVERIFY(loaded->tensors[i].shape == before.tensors[i].shape);
            QCOMPARE(loaded->tensors[i].name, before.tensors[i].name);
            QCOMPARE(loaded->tensors[i].value.defined(), before.tensors[i].value.defined());
            if (before.tensors[i].value.defined())
                QVERIFY(identical(loaded->tensors[i].value.inMemory(), before.tensors[i].value.inMemory()));
        }
        COMPARE_TEXT(printTrace(loaded->trace), printTrace(before.trace));
        for (int64_t i = 0; i < before.trace.sliceCount(); ++i)
            QCOMPARE(loaded->trace.linkOf(SliceId{i}), before.trace.linkOf(SliceId{i}));
        for (size_t i = 0; i < before.compilations.size(); ++i) {
            const Compilation &one = loaded->compilations[i], &other = before.compilations[i];
            COMPARE_TEXT(printModule(one.captured), printModule(other.captured));
            COMPARE_TEXT(printModule(one.final), printModule(other.final));
            QCOMPARE(one.passes.size(), other.passes.size());
        }
        const OpEvent &op = loaded->ops[1];
        QCOMPARE(op.outputs, (std::vector<int64_t>{2, 3}));
        QCOMPARE(op.cost.flops, 0.1);
        QCOMPARE(op.isKernel, true);
        QCOMPARE(loaded->ops[2].error, std::string("[Sin] bad dtype"));
    }

    void savingWhatWasLoadedGivesTheSameBytes() {
        const std::string bytes = savedSample();
        const auto loaded = loadSession(path("sample.jitscope"));
        VERIFY_RESULT(loaded);
        VERIFY_RESULT(saveSession(*loaded, path("again.jitscope")));
        QVERIFY(readText(path("again.jitscope")) == bytes);
    }

    /** tests/data/session/version7.jitscope was written before files were described by lists of fields. */
    void aFileOfTheSeventhVersionHoldsWhatWasSaved() {
        const auto loaded = loadSession(dataPath("session/version7.jitscope"));
        VERIFY_RESULT(loaded);
        VERIFY_RESULT(saveSession(*loaded, path("kept.jitscope")));
        VERIFY_RESULT(saveSession(fullSession(), path("full.jitscope")));
        QVERIFY(readText(path("kept.jitscope")) == readText(path("full.jitscope")));
        QCOMPARE(loaded->tensors[2].memory, int64_t(0));
        QVERIFY(loaded->ops[1].phase == OpPhase::Optimizer && loaded->ops[1].writes);
        QCOMPARE(loaded->ops[2].forward, int64_t(1));
        QVERIFY(loaded->stops == fullSession().stops);
        QCOMPARE(loaded->compilations[0].script.mode, std::string("graph"));
    }

    void eachMemberOfARecordIsInItsListOrHasATableOfItsOwn() {
        static_assert(memberCount<OpEvent>() == listedCount<OpEvent>());
        static_assert(memberCount<TensorRecord>() == listedCount<TensorRecord>() + 3); // value; op and firstUse follow
        static_assert(memberCount<StackFrame>() == listedCount<StackFrame>());
        static_assert(memberCount<SourceSpan>() == listedCount<SourceSpan>());
        static_assert(memberCount<SourceFile>() == listedCount<SourceFile>());
        static_assert(memberCount<OutputChunk>() == listedCount<OutputChunk>());
        static_assert(memberCount<Problem>() == listedCount<Problem>());
        static_assert(memberCount<GradientLink>() == listedCount<GradientLink>());
        static_assert(memberCount<GraphCall>() == listedCount<GraphCall>());
        static_assert(memberCount<Variable>() == listedCount<Variable>());
        static_assert(memberCount<StopRecord>() == listedCount<StopRecord>() + 2); // stack, variables
        static_assert(memberCount<Bookmark>() == listedCount<Bookmark>());
        static_assert(memberCount<WatchHit>() == listedCount<WatchHit>());
        static_assert(memberCount<StorageEvent>() == listedCount<StorageEvent>());
        static_assert(memberCount<ScriptSettings>() == listedCount<ScriptSettings>());
        // spans, captured and final are in the blob; passes, kernels and stages have tables
        static_assert(memberCount<Compilation>() == listedCount<Compilation>() + 6);
        static_assert(memberCount<PassRecord>() == listedCount<PassRecord>() + 4); // before, after, rewrites, refusals
        static_assert(memberCount<Rewrite>() == listedCount<Rewrite>());
        // `stated` is a column of the refusal, each operand has two
        static_assert(memberCount<Predicate>() == listedCount<Predicate>() + 3);
        static_assert(memberCount<Refusal>() == listedCount<Refusal>());
        static_assert(memberCount<KernelRecord>() == listedCount<KernelRecord>());
        static_assert(memberCount<StageTime>() == listedCount<StageTime>());
        static_assert(memberCount<VariantRecord>() == listedCount<VariantRecord>() + 1); // decisions
        static_assert(memberCount<Decision>() == listedCount<Decision>());
        static_assert(memberCount<DecisionUse>() == listedCount<DecisionUse>());
        static_assert(memberCount<Diagnostic>() == listedCount<Diagnostic>());
    }

    void memoryEventsAreKept() {
        Session session = sampleSession();
        const std::vector<StorageEvent> events{{0, 24, 1000, false}, {1, 1 << 30, 900, false}, {0, 24, 1200, true}};
        session.storageEvents = {events[0], events[1], events[2]};
        VERIFY_RESULT(saveSession(session, path("memory.jitscope")));
        const auto loaded = loadSession(path("memory.jitscope"));
        VERIFY_RESULT(loaded);
        QVERIFY(std::ranges::equal(loaded->storageEvents, events));
        const StorageSource noValues = [](uint64_t) { return RecordedMemory(); };
        auto unpacked = unpackSession(packSession(session), noValues, sessionFileVersion);
        VERIFY_RESULT(unpacked);
        QVERIFY(std::ranges::equal(unpacked->storageEvents, events));
        session.append(std::move(*unpacked));
        QCOMPARE(session.storageEvents.size(), size_t(6));
    }

    void memoryOfATensorThatIsNotThereIsRefused() {
        Session session = sampleSession();
        session.storageEvents = {{int64_t(session.tensors.size()), 24, 1000, false}};
        const auto saved = saveSession(session, path("memory.jitscope"));
        QVERIFY(!saved);
        QVERIFY(saved.error().message.find("storage_events") != std::string::npos);
    }

    void filesOfBeforeDoNotKnowMemory() {
        const auto loaded = loadSession(dataPath("session/version7.jitscope"));
        VERIFY_RESULT(loaded);
        QVERIFY(!loaded->tensors.empty());
        QVERIFY(loaded->storageEvents.empty());
    }

    void predicatesOfRefusalsAreKept() {
        Session session = sampleSession();
        const Predicate failed = {.kind = PredicateKind::BiasAxis,
                                  .node = NodeId{7},
                                  .subject = "Add %7",
                                  .actual = 1,
                                  .required = {"2 axes", 2},
                                  .object = "bias",
                                  .detail = "3"};
        PassRecord &pass = session.compilations[0].passes[0];
        pass.refusals = {{"fuse", {NodeId{7}}, failed}, {"fuse", {NodeId{7}}, statedReason("of a plugin")}};
        const std::vector<Refusal> kept = pass.refusals;
        VERIFY_RESULT(saveSession(session, path("refused.jitscope")));
        const auto loaded = loadSession(path("refused.jitscope"));
        VERIFY_RESULT(loaded);
        const std::vector<Refusal> &read = loaded->compilations[0].passes[0].refusals;
        QCOMPARE(read.size(), size_t(2));
        for (size_t i = 0; i < kept.size(); ++i)
            QVERIFY(read[i].predicate == kept[i].predicate);
        const auto unpacked = unpackSession(
            packSession(session), [](uint64_t) { return RecordedMemory(); }, sessionFileVersion);
        VERIFY_RESULT(unpacked);
        QVERIFY(unpacked->compilations[0].passes[0].refusals[0].predicate == failed);
    }

    void variantsAreKept() {
        Session session = sampleSession();
        session.variants = {{.compilation = 0,
                             .name = "without cse",
                             .note = "slower",
                             .jitLevel = "O1",
                             .decisions = {{{Decision::Kind::SwitchOff, "cse", {}}, 2},
                                           {{Decision::Kind::Refuse, "", {NodeId{1}, NodeId{2}}}, 0},
                                           {{Decision::Kind::Move, "cse", {}, "opt_a.inline"}, 0, "no such place"}},
                             .compileNs = 1200000,
                             .operators = 3,
                             .kernels = 1,
                             .launches = 2,
                             .flops = 1e6,
                             .bytes = 4096,
                             .peakBytes = 1024,
                             .verdict = VariantVerdict::Close,
                             .maxAbsolute = 1e-7,
                             .maxRelative = 2e-7,
                             .maxUlps = 2,
                             .verdictText = "close to eager",
                             .pairs = 100,
                             .runNs = 5000,
                             .runSpreadNs = 100,
                             .ratio = 1.2,
                             .low = 1.1,
                             .high = 1.3,
                             .probability = 0.001,
                             .noise = 0.01,
                             .isDifferent = true},
                            {.compilation = 1, .name = "broken", .jitLevel = "O0", .error = "does not verify"}};
        VERIFY_RESULT(saveSession(session, path("variants.jitscope")));
        const auto loaded = loadSession(path("variants.jitscope"));
        VERIFY_RESULT(loaded);
        QCOMPARE(loaded->variants.size(), size_t(2));
        const VariantRecord &first = loaded->variants[0];
        QCOMPARE(first.note, std::string("slower"));
        QCOMPARE(first.decisions.size(), size_t(3));
        QVERIFY(first.decisions[2].decision == session.variants[0].decisions[2].decision);
        QCOMPARE(first.decisions[2].reason, std::string("no such place"));
        QVERIFY(first.decisions[1].decision == session.variants[0].decisions[1].decision);
        QCOMPARE(first.decisions[0].uses, 2);
        QVERIFY(first.verdict == VariantVerdict::Close && first.isDifferent);
        QCOMPARE(first.ratio, 1.2);
        QCOMPARE(first.operators, 3);
        QCOMPARE(loaded->variants[1].error, std::string("does not verify"));
        QCOMPARE(loaded->variants[1].runNs, -1.0);
        VERIFY_RESULT(saveSession(*loaded, path("again.jitscope")));
        QVERIFY(readText(path("again.jitscope")) == readText(path("variants.jitscope")));
        session.variants[1].compilation = 7;
        QVERIFY(!saveSession(session, path("variants.jitscope")).ok());
    }

    void whatAnOlderFileLacksHasItsDefault() {
        const std::vector<GrownRecord> records{{4, "a", 7, false, 2.5}, {5, "b", 8, true, NAN}};
        const std::vector<GrownRecord> old{{4, "a", 3, true, 0.5}, {5, "b", 3, true, 0.5}};
        const auto now = throughTables(path("grown2"), records, 2);
        QCOMPARE(now[0], records[0]);
        QVERIFY(now[1].size == 8 && std::isnan(now[1].speed));
        QCOMPARE(throughTables(path("grown1"), records, 1), old);
    }

    void whatAnOlderJournalLacksHasItsDefault() {
        const std::vector<GrownRecord> records{{4, "a", 7, false, 2.5}, {5, "b", 8, true, 1.5}};
        const std::vector<GrownRecord> old{{4, "a", 3, true, 0.5}, {5, "b", 3, true, 0.5}};
        RecordPacker out;
        out.list(records);
        const std::string bytes = out.bytes();
        RecordUnpacker in(bytes, 2);
        std::vector<GrownRecord> now;
        in.list(now);
        QCOMPARE(now, records);
        QVERIFY(in.rows().ok() && in.rows().atEnd());
        ByteWriter rows; // as the first version wrote them
        rows.integer(0);
        rows.text("");
        for (const int64_t number : {2, 4})
            rows.integer(number);
        rows.text("a");
        rows.text("b");
        RecordUnpacker before(rows.bytes(), 1);
        std::vector<GrownRecord> read;
        before.list(read);
        QCOMPARE(read, old);
        QVERIFY(before.rows().ok() && before.rows().atEnd());
    }

    void nodesThatPassesShareAreSharedAgain() {
        savedSample();
        const auto loaded = loadSession(path("sample.jitscope"));
        VERIFY_RESULT(loaded);
        const Compilation &compilation = loaded->compilations[0];
        QCOMPARE(compilation.passes[0].before.graphs[0], compilation.captured.graphs[0]);
        QCOMPARE(compilation.passes[0].after.graphs[0], compilation.passes[1].before.graphs[0]);
        QCOMPARE(compilation.passes[0].after.graphs[0]->parameters[0], compilation.captured.graphs[0]->parameters[0]);
        QCOMPARE(compilation.passes[0].rewrites.size(), size_t(2));
        QCOMPARE(compilation.passes[0].stage, std::string());
        QCOMPARE(compilation.passes[1].stage, std::string("opt_a"));
        QCOMPARE(compilation.passes[1].cycle, 2);
        QCOMPARE(compilation.passes[1].refusals[0].reason(), std::string("MatMul is opaque"));
        QCOMPARE(compilation.final.graphs[1]->nodes[0]->origins, compiledSample().kernelSin->origins);
        QCOMPARE(compilation.kernels[0].members, compiledSample().compilation.kernels[0].members);
        QVERIFY(compilation.kernels[0].origin == CodeOrigin::Disk);
        QCOMPARE(compilation.kernels[0].codeBytes, int64_t(48));
        QCOMPARE(compilation.options, std::string("backend GE"));
        QCOMPARE(compilation.stages, compiledSample().compilation.stages);
    }

    void longChainsOfNodesAreSavedAndLoadedWithoutRecursion() {
        NodeMaker make;
        const NodePtr x = make.parameter("x", matrix());
        NodePtr last = x;
        for (int i = 0; i < 100000; ++i)
            last = make.call("Neg", {last}, matrix());
        Session session;
        Compilation &compilation = session.compilations.emplace_back();
        compilation.index = 0;
        compilation.captured.graphs = {graphOf("chain", {x}, last)};
        last = nullptr;
        VERIFY_RESULT(saveSession(session, path("chain.jitscope")));
        const auto loaded = loadSession(path("chain.jitscope"));
        VERIFY_RESULT(loaded);
        QCOMPARE(callCount(loaded->compilations[0].captured), 100000);
    }

    void valuesLargerThanOnePartComeBack() {
        Session session;
        Tensor large({5, 1 << 20}, DType::Float32);
        for (int64_t i = 0; i < large.count(); ++i)
            large.mutableData<float>()[i] = float(i % 1013);
        session.tensors = {{0, DType::Float32, large.shape(), large, ""},
                           {1, DType::Float32, {5 << 20}, large.reshaped({5 << 20}), ""}};
        VERIFY_RESULT(saveSession(session, path("large.jitscope")));
        const auto loaded = loadSession(path("large.jitscope"));
        VERIFY_RESULT(loaded);
        QVERIFY(identical(loaded->tensors[0].value.inMemory(), large));
        QVERIFY2(loaded->tensors[0].value.memory() == loaded->tensors[1].value.memory(), "views share their memory");
    }

    void aFileOfTheFirstVersionHasNoStagesOfPasses() {
        writeWithout({"pass_stages", "op_steps", "gradients", "stops", "stop_frames", "stop_variables", "bookmarks",
                      "watch_hits", "diagnostics", "profiles", "script_settings", "jit_options", "kernel_codes",
                      "tensor_memories"},
                     1);
        const auto loaded = loadSession(path("sample.jitscope"));
        VERIFY_RESULT(loaded);
        QCOMPARE(loaded->compilations[0].passes[1].stage, std::string());
        QCOMPARE(loaded->compilations[0].passes[1].refusals[0].reason(), std::string("MatMul is opaque"));
    }

    void aFileOfTheSecondVersionHasNoSteps() {
        writeWithout({"op_steps", "gradients", "stops", "stop_frames", "stop_variables", "bookmarks", "watch_hits",
                      "diagnostics", "profiles", "script_settings", "jit_options", "kernel_codes", "tensor_memories"},
                     2);
        const auto loaded = loadSession(path("sample.jitscope"));
        VERIFY_RESULT(loaded);
        QCOMPARE(loaded->ops.size(), sampleSession().ops.size());
        QVERIFY(loaded->ops[1].phase == OpPhase::Forward);
        QVERIFY(loaded->stops.empty() && loaded->gradients.empty());
    }

    void aFileOfTheFourthVersionForcedNothing() {
        writeWithout({"script_settings", "jit_options", "kernel_codes", "tensor_memories"}, 4);
        const auto loaded = loadSession(path("sample.jitscope"));
        VERIFY_RESULT(loaded);
        QVERIFY(loaded->compilations[0].script == ScriptSettings());
    }

    void aFileOfTheFifthVersionDoesNotKnowWhereCodeCameFrom() {
        writeWithout({"jit_options", "kernel_codes", "tensor_memories"}, 5);
        const auto loaded = loadSession(path("sample.jitscope"));
        VERIFY_RESULT(loaded);
        QVERIFY(loaded->compilations[0].kernels[0].origin == CodeOrigin::Unknown);
        QCOMPARE(loaded->compilations[0].kernels[0].codeBytes, int64_t(-1));
        QCOMPARE(loaded->compilations[0].options, std::string());
    }

    /** Before version 4 lanes had no kind and flows their name as text. */
    void aTraceOfTheThirdVersionIsRead() {
        const Trace trace = sampleSession().trace;
        std::vector<PackedColumn> columns = packTrace(trace);
        ByteWriter tracks, flows;
        tracks.integer(int64_t(trace.tracks().size()));
        for (const Track &track : trace.tracks()) {
            tracks.text(track.process);
            tracks.text(track.name);
            tracks.integer(track.sortKey);
            tracks.byte(track.simulated ? 1 : 0);
        }
        flows.integer(int64_t(trace.flows().size()));
        for (const Flow &flow : trace.flows()) {
            flows.integer(flow.from.value);
            flows.integer(flow.to.value);
            flows.text(trace.texts().text(flow.name));
        }
        columns.front() = {"tracks", tracks.bytes()};
        columns.back() = {"flows", flows.bytes()};
        const auto read = unpackTrace(columns);
        VERIFY_RESULT(read);
        COMPARE_TEXT(printTrace(*read), printTrace(trace));
    }

    void profilesAndDiagnosticsComeBack() {
        Profile profile;
        profile.rank = 3;
        profile.label = "rank 3";
        profile.simulated = true;
        profile.info["level"] = "Level1";
        DataTable kernels = makeTable("kernels");
        kernels.addColumn("aic_mac_ratio", ColumnType::Real);
        for (int i = 0; i < 3; ++i) {
            const int64_t row = kernels.addRow();
            kernels.setText(row, kernels.column("name"), "MatMul" + std::to_string(i % 2));
            kernels.setInteger(row, kernels.column("start"), int64_t(1736412474714258990) + i);
        }
        kernels.setReal(1, kernels.column("aic_mac_ratio"), 0.25);
        profile.tables = {kernels, DataTable("empty")};
        Session session;
        session.profiles = {std::make_shared<const Profile>(profile)};
        session.diagnostics = {{DiagnosticKind::Skipped, "trace_view.json", "byte 12", "a flow ends nowhere", 5}};
        VERIFY_RESULT(saveSession(session, path("profile.jitscope")));
        const auto loaded = loadSession(path("profile.jitscope"));
        VERIFY_RESULT(loaded);
        QCOMPARE(loaded->diagnostics, session.diagnostics);
        QCOMPARE(loaded->profiles.size(), size_t(1));
        const Profile &read = *loaded->profiles.front();
        QCOMPARE(read.rank, 3);
        QVERIFY(read.simulated);
        QCOMPARE(read.info, profile.info);
        const DataTable *table = read.table("kernels");
        QVERIFY(table != nullptr && read.table("empty") != nullptr);
        QCOMPARE(table->rowCount(), int64_t(3));
        for (int64_t row = 0; row < 3; ++row)
            for (int column = 0; column < kernels.columnCount(); ++column)
                QCOMPARE(table->cell(row, column), kernels.cell(row, column));
    }

    void aDamagedProfileIsRefused() {
        Profile profile;
        profile.tables = {makeTable("steps")};
        profile.tables.front().addRow();
        const std::string bytes = packProfile(profile);
        VERIFY_RESULT(unpackProfile(bytes));
        for (size_t i = 0; i < bytes.size(); ++i)
            QVERIFY(!unpackProfile(std::string_view(bytes).substr(0, i)));
    }

    void whatSteppingRecordedComesBack() {
        Session session;
        session.tensors = {{0, DType::Float32, {2}, {}, ""}, {1, DType::Float32, {2}, {}, ""}};
        for (int i = 0; i < 2; ++i) {
            OpEvent op;
            op.number = i + 1;
            op.inputs = {0};
            op.outputs = {1};
            session.ops.push_back(op);
        }
        session.ops.change(1, [&](OpEvent &op) {
            op.phase = OpPhase::Backward;
            op.writes = true;
            op.forward = 1;
        });
        session.gradients = {{0, 1}};
        const StackFrame frame{"step", {"a.py", 3, 3, 0, 4, "x"}};
        session.stops = {
            {2, "a breakpoint", {frame}, {{{"x", "Tensor", "Tensor(...)", 1, false}, {"n", "int", "3", -1, true}}}}};
        session.bookmarks = {{2, "here it goes wrong"}};
        session.watchHits = {{2, 1, "too_large", "max_gt", 3.5, 1.0}};
        VERIFY_RESULT(saveSession(session, path("steps.jitscope")));
        const auto loaded = loadSession(path("steps.jitscope"));
        VERIFY_RESULT(loaded);
        QVERIFY(loaded->ops[1].phase == OpPhase::Backward && loaded->ops[1].writes && !loaded->ops[0].writes);
        QCOMPARE(loaded->ops[1].forward, int64_t(1));
        QVERIFY(loaded->gradients == session.gradients);
        QVERIFY(loaded->stops == session.stops);
        QVERIFY(loaded->bookmarks == session.bookmarks);
        QVERIFY(loaded->watchHits == session.watchHits);
        QCOMPARE(loaded->tensors[1].op, int64_t(1));
        session.gradients[0].gradient = 7;
        QVERIFY(!saveSession(session, path("steps.jitscope")).ok());
    }

    void emptySessionIsAFileToo() {
        VERIFY_RESULT(saveSession(Session(), path("empty.jitscope")));
        const auto loaded = loadSession(path("empty.jitscope"));
        VERIFY_RESULT(loaded);
        QVERIFY(loaded->empty());
    }

    void aNameMayBeAsLongAsTheFileSystemTakes() {
        const std::string longest = path(std::string(240, 'n') + ".jitscope");
        VERIFY_RESULT(saveSession(sampleSession(), longest));
        VERIFY_RESULT(loadSession(longest));
        const auto refused = saveSession(sampleSession(), "/" + std::string(3000, 'p') + "/run.jitscope");
        QVERIFY(!refused);
        QVERIFY2(
            refused.error().message.ends_with("the path has more than 500 bytes, which a session file must not have"),
            refused.error().message.c_str());
    }

    void failedSaveLeavesTheOldFile() {
        const std::string bytes = savedSample();
        Session broken = sampleSession();
        broken.ops.change(0, [&](OpEvent &op) { op.inputs = {99}; });
        const auto saved = saveSession(broken, path("sample.jitscope"));
        QVERIFY(!saved);
        QCOMPARE(saved.error().message,
                 path("sample.jitscope") +
                     ": cannot be saved: table 'ops': record 1 has tensor 99, which is not there");
        QVERIFY(readText(path("sample.jitscope")) == bytes);
        QVERIFY(!saveSession(sampleSession(), path("no/such/folder.jitscope")));
        QCOMPARE(QDir(m_folder.path()).entryList({"*.part*"}, QDir::Files | QDir::Hidden).size(), 0);
    }

    void fileCutOffAnywhereIsRefused() {
        const std::string bytes = savedSample();
        for (size_t size = 0; size < bytes.size(); size += size < 4096 ? 61 : 997) {
            VERIFY_RESULT(writeFile(path("cut.jitscope"), std::string_view(bytes).substr(0, size)));
            const auto loaded = loadSession(path("cut.jitscope"));
            QVERIFY2(!loaded, format("%zu of %zu bytes were taken for a session", size, bytes.size()).c_str());
            QVERIFY(loaded.error().message.starts_with(path("cut.jitscope") + ": "));
        }
    }

    void damagedFileIsRefusedOrHoldsTheSame() {
        const std::string bytes = savedSample();
        std::vector<size_t> used; // most of a small file is the zeros of half-empty pages
        for (size_t i = 0; i < bytes.size(); ++i)
            if (bytes[i] != 0) used.push_back(i);
        std::mt19937 random(1);
        int refused = 0;
        for (int i = 0; i < 200; ++i) {
            std::string damaged = bytes;
            for (int flips = 1 + int(random() % 3); flips > 0; --flips)
                damaged[used[random() % used.size()]] ^= char(1 << random() % 8);
            VERIFY_RESULT(writeFile(path("damaged.jitscope"), damaged));
            const auto loaded = loadSession(path("damaged.jitscope"));
            refused += loaded.ok() ? 0 : 1;
            if (!loaded) continue;
            VERIFY_RESULT(saveSession(*loaded, path("again.jitscope")));
            QVERIFY(readText(path("again.jitscope")) == bytes);
        }
        QVERIFY2(refused > 100, "the flips must reach the content");
    }

    void whateverIsWrongIsSaidInOneSentence_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("message");
        QTest::newRow("newer") << "PRAGMA user_version = 99"
                               << QString(
                                      "was written by a newer JitScope (file version 99, this program reads up to %1)")
                                      .arg(sessionFileVersion);
        QTest::newRow("no version") << "PRAGMA user_version = 0"
                                    << "has the file version 0, which never was";
        QTest::newRow("foreign") << "PRAGMA application_id = 7"
                                 << "is an SQLite file, but not a JitScope session";
        QTest::newRow("table gone") << "DROP TABLE ops"
                                    << "is damaged: table 'ops': is missing";
        QTest::newRow("view instead of a table")
            << "DROP TABLE info; CREATE VIEW info AS SELECT 'a' AS key, 'b' AS value"
            << "is damaged: table 'info': is missing";
        QTest::newRow("other columns") << "ALTER TABLE info ADD COLUMN more TEXT"
                                       << "is damaged: table 'info': does not have the columns of this version";
        QTest::newRow("row changed") << "UPDATE info SET value = 'other' WHERE key = 'mode'"
                                     << "is damaged: table 'info' does not hold what was written";
        QTest::newRow("row gone") << "DELETE FROM ops WHERE number = 3"
                                  << "is damaged: table 'ops' does not hold what was written";
        QTest::newRow("wrong type") << "UPDATE ops SET start_ns = 'soon' WHERE number = 2"
                                    << "is damaged: table 'ops', row 2 has a value of the wrong type";
        QTest::newRow("no number") << "UPDATE ops SET inputs = '0,x'"
                                   << "is damaged: table 'ops', row 1 has '0,x' where a list of numbers belongs";
        QTest::newRow("out of range") << "UPDATE tensors SET dtype = 77 WHERE id = 1"
                                      << "is damaged: table 'tensors', row 2 has 77 where 0 to 14 is possible";
        QTest::newRow("absurd size")
            << "UPDATE blobs SET total_bytes = 4611686018427387904 WHERE id = 0"
            << "is damaged: table 'blobs', row 1 needs 4611686.02 TB of memory, more than this machine has";
    }

    void whateverIsWrongIsSaidInOneSentence() {
        QFETCH(QString, sql);
        QFETCH(QString, message);
        savedSample();
        run(path("sample.jitscope"), sql.toStdString());
        const auto loaded = loadSession(path("sample.jitscope"));
        QVERIFY(!loaded);
        QCOMPARE(QString::fromStdString(loaded.error().message), m_folder.filePath("sample.jitscope") + ": " + message);
    }

    void whatIsNoSessionFileIsTold() {
        QCOMPARE(loadSession(path("none")).error().message,
                 path("none") + ": cannot be read: No such file or directory");
        QCOMPARE(loadSession(path("")).error().message, path("") + ": is a directory, not a session file");
        VERIFY_RESULT(writeFile(path("text"), "hello, I am no database at all"));
        QCOMPARE(loadSession(path("text")).error().message,
                 path("text") + ": is not a JitScope session (it does not begin as one)");
    }

    void partsAppendedInOrderGiveTheWhole() {
        Session whole;
        Session first, second;
        first.info = {{"mode", "graph"}};
        first.sources = {{"a.py", "1"}};
        const auto numbered = [](int64_t number) {
            OpEvent op;
            op.number = number;
            return op;
        };
        first.ops = {numbered(1), numbered(2)};
        first.graphCalls.resize(1);
        first.graphCalls[0].number = 2; // the call that it is made in ends later
        second.sources = {{"a.py", "2"}, {"b.py", "3"}};
        second.ops = {numbered(3)};
        second.graphCalls.resize(1);
        second.graphCalls[0].number = 1;
        second.compilations.resize(1);
        second.compilations[0].index = 2;
        QCOMPARE(second.op(3)->number, int64_t(3));
        QVERIFY(!second.op(1));
        whole.append(std::move(first));
        whole.append(std::move(second));
        QCOMPARE(whole.sources, (std::vector<SourceFile>{{"a.py", "2"}, {"b.py", "3"}}));
        QCOMPARE(whole.op(3)->number, int64_t(3));
        QCOMPARE(whole.graphCalls[0].number, int64_t(1));
        Session third;
        third.compilations.resize(1);
        third.compilations[0].index = 0;
        third.compilations[0].function = "late";
        whole.append(std::move(third));
        QCOMPARE(whole.compilations.size(), size_t(3));
        QCOMPARE(whole.compilation(0)->function, std::string("late"));
        QCOMPARE(whole.compilation(2)->index, 2);
        QVERIFY(whole.compilation(3) == nullptr);
    }

    void profilesOfOneRankAreToldApart() {
        const auto profiled = [](const char *folder) {
            Session session;
            auto profile = std::make_shared<Profile>();
            profile->label = "rank 0";
            profile->folder = folder;
            session.profiles.push_back(profile);
            return session;
        };
        Session whole;
        for (const char *folder : {"/runs/before", "/runs/after", "/other/after", ""})
            whole.append(profiled(folder));
        QStringList labels;
        for (const ProfilePtr &each : whole.profiles)
            labels << QString::fromStdString(each->label);
        QCOMPARE(labels, (QStringList{"rank 0", "rank 0 · after", "rank 0 · after (2)", "rank 0 (2)"}));
    }

    void framesOfThePackageAreNotTheUsers() {
        Session session = sampleSession();
        QCOMPARE(userFrame(session, 0)->function, std::string("main"));
        session.info["package"] = "script.py";
        QCOMPARE(userFrame(session, 0)->function, std::string("sin"));
        QVERIFY(userFrame(session, -1) == nullptr);
        QVERIFY(userFrame(session, 99) == nullptr);
    }

    void lanesShowCompileAndRun() {
        Session session = sampleSession();
        session.trace = Trace();
        addRecordedLanes(session);
        COMPARE_TEXT(
            printTrace(withOpArguments(session)),
            "Compile / stages\n"
            "  f (compile) 1000 +200 for=f32[2,3] because=first call\n"
            "    capture (stage) 1000 +100\n"
            "    passes (stage) 1100 +90\n"
            "      cse (pass) 1100 +50 changed=yes nodes before=4 nodes after=2\n"
            "      graph_kernel_cluster (pass) 1150 +40 stage=opt_a, cycle 2 changed=yes nodes before=2 nodes after=1\n"
            "    codegen (stage) 1190 +10\n"
            "Host / Python\n"
            "  Sin (eager) 500 +20 operands=f32[2,3] result=f32[2,3] scope=Default\n"
            "    Sin (eager) 500 +20 operands=f32[2,3] result= scope=Default error=[Sin] bad dtype\n"
            "  f (graph call) 1250 +100\n"
            "    kernel_sin_mul (kernel) 1300 +20 operands=f32[2,3] result=f32[2,3] scope=Default\n");
    }

    void packedNumbersComeBack() {
        ByteWriter out;
        const std::vector<int64_t> numbers{0, -1, 1, 63, 64, -65, INT64_MAX, INT64_MIN};
        for (const int64_t number : numbers)
            out.integer(number);
        out.text("ab");
        out.real(-0.0);
        ByteReader in(out.bytes());
        for (const int64_t number : numbers)
            QCOMPARE(in.integer(), number);
        QCOMPARE(in.text(), std::string("ab"));
        QVERIFY(std::signbit(in.real()));
        QVERIFY(in.ok() && in.atEnd());
        QCOMPARE(in.integer(), int64_t(0));
        QVERIFY(!in.ok());
    }
};

QTEST_GUILESS_MAIN(SessionTest)
#include "tst_session.moc"
