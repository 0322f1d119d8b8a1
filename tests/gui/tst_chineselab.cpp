// SPDX-License-Identifier: Apache-2.0
// In a Chinese window no sentence of the engine stands where refusals, decisions, verdicts and culprits are told.
#include "app/models/compilewords.h"
#include "app/models/labwords.h"
#include "app/models/recordview.h"
#include "app/models/variantrequests.h"
#include "app/panels/culprit/culpritpanel.h"
#include "app/panels/flame/flametext.h"
#include "app/panels/lockstep/lockstepwords.h"
#include "app/panels/passes/passespanel.h"
#include "app/panels/passes/whynotrows.h"
#include "app/panels/variants/variantspanel.h"
#include "app/sdk/labrequests.h"
#include "app/shell/application.h"
#include "app/timeline/timelinelanes.h"
#include "engine/run/successors.h"
#include "engine/session/compilation.h"
#include "engine/variants/namedecision.h"
#include "tests/support/panelstage.h"
#include "tests/support/pythonscripts.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QLabel>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QToolButton>
#include <set>

namespace jitscope::tst_chineselab {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

const char *const script = "import numpy as np, mindspore as ms\n"
                           "from mindspore import nn, ops\n"
                           "x = ms.Tensor(np.linspace(-1, 1, 64 * 64).reshape(64, 64).astype(np.float32))\n"
                           "b = ms.Tensor(np.ones((64,), np.float32))\n"
                           "def many(x, b):\n"
                           "    t = ops.matmul(x, x)\n"
                           "    u = ops.add(t, b)\n"
                           "    v = ops.mul(u, t)\n"
                           "    s = ops.softmax(v, -1)\n"
                           "    m = ops.reduce_sum(ops.exp(s), 0)\n"
                           "    n = ops.reduce_sum(ops.exp(s), 1)\n"
                           "    k = ops.layer_norm(v, (64,), b, b)\n"
                           "    w = ops.tanh(ops.swapaxes(k, 0, 1)) * ops.exp(m)\n"
                           "    return w, n, ops.cumsum(w, 0) * 2.0, ops.sort(w)[0]\n"
                           "ms.jit(many, jit_level='O1')(x, b)\n"
                           "ms.jit(many, jit_level='O0')(x, b)\n";

const Session &recorded() {
    static const Session session = [] {
        PythonScripts scripts;
        scripts.run(script);
        return Recorder::instance().take();
    }();
    return session;
}

/** Three words of small letters one after the other are a sentence; names of rules and passes are none. */
QString englishIn(const QString &text) {
    static const QRegularExpression words(QStringLiteral("\\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\\b"));
    const auto found = words.match(text);
    return found.hasMatch() ? found.captured() + QStringLiteral(" in: ") + text : QString();
}

#define VERIFY_CHINESE(text) QVERIFY2(englishIn(text).isEmpty(), qPrintable(englishIn(text)))

} // namespace

class ChineseLabTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        qputenv("JITSCOPE_CONFIG_DIR", m_folder.filePath("config").toLocal8Bit());
        setUpApplication({"dark", "zh_CN", ApplicationOptions::Start::Bare});
        QCOMPARE(recorded().compilations.size(), size_t(2));
    }

    void refusalsAndTheirChanges() {
        int count = 0;
        for (const Compilation &compilation : recorded().compilations)
            for (const WhyNotRow &row : allRefusals(compilation).rows) {
                for (const QString &text : {row.predicate, row.actual, row.needs, row.sentence, row.change})
                    VERIFY_CHINESE(text);
                ++count;
            }
        QVERIFY(count > 10);
    }

    /** Of every kind there is, with operands as passes write them. */
    void everyPredicate() {
        for (int kind = int(PredicateKind::Stated) + 1; kind <= int(PredicateKind::KeptOutByDecision); ++kind) {
            Predicate failed = failedTogether(PredicateKind(kind), "f32[2]", 4, "Mul %3", "3 kernels");
            failed.subject = "Add %2";
            VERIFY_CHINESE(predicateName(failed));
            VERIFY_CHINESE(predicateSentence(failed));
            QVERIFY2(predicateSentence(failed) != QString::fromStdString(toString(failed)) ||
                         formOf(failed.kind).sentence == "{actual}",
                     qPrintable(predicateSentence(failed)));
        }
    }

    void everyDecision() {
        const Compilation &compilation = recorded().compilations.front();
        const std::vector<NodeId> nodes{compilation.captured.entry()->nodes.front()->id};
        for (int kind = int(Decision::Kind::SwitchOff); kind <= int(Decision::Kind::Duplicate); ++kind) {
            const Decision decision{Decision::Kind(kind), kind == int(Decision::Kind::Refuse) ? "" : "cse", nodes,
                                    "cse"};
            const QString text = decisionText(decision, compilation.captured);
            VERIFY_CHINESE(text);
            QVERIFY2(!text.contains('{') && text != QString::fromStdString(toString(decision, compilation.captured)),
                     qPrintable(text));
        }
    }

    /** What became of every node, in every pass; names of passes, rules and nodes stay. */
    void reasonsOfTheLockStep() {
        int count = 0;
        const auto check = [&](const std::string &told) {
            LockstepRow row;
            row.reason = told;
            VERIFY_CHINESE(reasonOf(row).section(QLatin1Char(':'), 0, 0)); // behind it stands a rule
            QVERIFY2(reasonOf(row) != QString::fromStdString(told), told.c_str());
            ++count;
        };
        const Compilation &compilation = recorded().compilations.front();
        const Module *before = &compilation.captured;
        for (const PassRecord &pass : compilation.passes) {
            const Successors successors(pass);
            for (const NodePtr &node : before->entry()->nodes)
                if (pass.changed && !findNode(pass.after, node->id)) check(successors.fateOf(node->id));
            before = &pass.after;
        }
        QVERIFY(count > 3);
        for (const char *each :
             {"worked out while the graph was captured, or no part of it", "no operator when it runs eagerly",
              "made by opt_a.r1.cse of Add %3", "made by grad", "computes something else behind cse"})
            check(each);
        LockstepRow row;
        row.reason = "a reason of a later version";
        QCOMPARE(reasonOf(row), QString("a reason of a later version"));
        row.reason = "became part of Add %100 by cse: %2 + x";
        QVERIFY2(reasonOf(row).contains("Add %100") && reasonOf(row).contains("cse: %2 + x"),
                 qPrintable(reasonOf(row)));
    }

    void stagesOfACompile() {
        std::set<std::string> names;
        for (const Compilation &compilation : recorded().compilations)
            for (const StageTime &stage : compilation.stages)
                names.insert(stage.name);
        for (const char *each : {"capture", "verify", "passes", "check", "codegen", "plan", "loops", "cache", "link"})
            QVERIFY2(names.contains(each), each);
        for (const std::string &each : names)
            if (!each.starts_with("GraphKernel_") && each != "LLVM")
                QVERIFY2(compileStageName(each).toStdString() != each, each.c_str());
        CompileRow snapshots;
        snapshots.name = "snapshots";
        COMPARE_TEXT(compileRowName(snapshots, {}).toStdString(), "快照");
        QCOMPARE(compileStageName("GraphKernel_Mul"), QString("GraphKernel_Mul"));
        const Trace &trace = recorded().trace;
        int64_t stages = 0;
        for (int64_t i = 0; i < trace.sliceCount(); ++i) {
            const SliceId slice{i};
            if (trace.texts().text(trace.categoryIdOf(slice)) != "stage") continue;
            const std::string name(trace.nameOf(slice));
            COMPARE_TEXT(sliceName(trace, slice).toStdString(), compileStageName(name).toStdString());
            ++stages;
        }
        QVERIFY(stages > 0);
        FlameFrame all;
        all.kind = FlameKind::All;
        COMPARE_TEXT(flameTitle(all).toStdString(), "全部");
    }

    void thePassesPanel() {
        PanelStage stage;
        stage.document.replace(recorded());
        Panel &panel = stage.add(passesPanel(), {1200, 800});
        QVERIFY(stage.settle());
        for (const PassRecord &pass : recorded().compilations[0].passes) {
            if (!pass.changed && pass.refusals.empty()) continue;
            stage.selection.selectPass(0, pass.index);
            panel.findChild<QToolButton *>("why")->click();
            panel.findChild<QToolButton *>("all")->click();
            QVERIFY(stage.settle());
            const QString reasons = panel.findChild<RecordView *>("passReasons")->allAsText();
            for (const QString &line : reasons.split('\n'))
                if (line.contains(QStringLiteral("✗")))
                    VERIFY_CHINESE(line.section("\t", 0, 0)); // then nodes, and the rule
        }
    }

    void theVariantsPanel() {
        PanelStage stage;
        stage.document.replace(recorded());
        Panel &panel = stage.add(variantsPanel(), {1200, 500});
        auto *table = panel.findChild<RecordView *>("variantTable");
        const Compilation &compilation = recorded().compilations.front();
        std::vector<NodeId> all;
        for (const NodePtr &node : compilation.captured.entry()->nodes)
            all.push_back(node->id);
        const Decision decisions[] = {{Decision::Kind::Refuse, {}, all},
                                      {Decision::Kind::KeepOut, {}, {all[1], all[2]}},
                                      {Decision::Kind::Fuse, {}, {all[0], all[1]}},
                                      {Decision::Kind::Dtype, "float16", {all[2]}}};
        for (const Decision &decision : decisions) {
            table->clearSelection();
            table->setCurrentIndex({});
            askForVariant(stage.context, compilation.index, decision);
            QVERIFY(QTest::qWaitFor([&] { return panel.isReady(); }, scaledTimeout(30000)));
            const QString details = panel.findChild<QLabel *>("variantDetails")->text();
            VERIFY_CHINESE(details);
        }
        QCOMPARE(table->model()->rowCount(), 1 + int(std::size(decisions)));
        VERIFY_CHINESE(panel.contentAsText());
        COMPARE_TEXT(variantName("Variant 1").toStdString(), "变体 1");
        QCOMPARE(variantName("mine"), QString("mine"));
        QVERIFY2(panel.contentAsText().contains(QString::fromUtf8("\n变体 1\t")), qPrintable(panel.contentAsText()));
        const QString undo = panel.findChild<QToolButton *>("variantUndo")->toolTip();
        QVERIFY2(undo.endsWith(QString::fromUtf8("变体 4")), qPrintable(undo));
    }

    void theCulpritPanel() {
        PanelStage stage;
        stage.document.replace(recorded());
        Panel &panel = stage.add(culpritPanel(), {600, 800});
        LabRequests::of(stage.selection).wantCulprit(0);
        QVERIFY(
            QTest::qWaitFor([&] { return panel.isReady() && !panel.contentAsText().isEmpty(); }, scaledTimeout(30000)));
        VERIFY_CHINESE(panel.contentAsText());
    }

private:
    QTemporaryDir m_folder;
};

JITSCOPE_WINDOW_TEST(ChineseLabTest)

} // namespace jitscope::tst_chineselab

#include "tst_chineselab.moc"
