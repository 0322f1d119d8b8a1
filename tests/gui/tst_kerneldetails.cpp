// SPDX-License-Identifier: Apache-2.0
// The panel Kernel details through the doors a user has: pages of operator tuning, and the kernel of a selected slice.
#include "app/shell/application.h"
#include "app/shell/panelhost.h"
#include "engine/extension/pluginloader.h"
#include "engine/importing/importer.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/visualizefile.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>

namespace jitscope::tst_kerneldetails {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

Session tuned(const std::string &bytes) {
    const QTemporaryDir folder;
    const std::string path = folder.path().toStdString() + "/visualize_data.bin";
    if (!writeFile(path, bytes)) qFatal("cannot write");
    auto session = openPath(path);
    if (!session) qFatal("%s", session.error().message.c_str());
    return *std::move(session);
}

/** Two kernels and a collective on a stream of rank 0; the first is a product with counters. */
Session profiled() {
    Session session;
    Track track;
    track.process = "Ascend Hardware";
    track.name = "Stream 2";
    track.kind = LaneKind::Stream;
    track.rank = 0;
    track.number = 2;
    const TrackId lane = session.trace.addTrack(track);
    session.trace.addSlice(lane, "MatMul-op1", "", 1000, 10000);
    session.trace.addSlice(lane, "hcom_allReduce", "", 20000, 5000);
    session.trace.addSlice(lane, "EVENT_WAIT", "", 30000, 10);
    session.trace.arrange();
    auto profile = std::make_shared<Profile>();
    profile->rank = 0;
    profile->label = "rank 0";
    profile->info["soc"] = "Ascend910B4";
    DataTable kernels = makeTable("kernels");
    const int mac = kernels.addColumn("aic_mac_ratio", ColumnType::Real),
              mte2 = kernels.addColumn("aic_mte2_ratio", ColumnType::Real);
    const auto add = [&](const char *name, const char *type, int64_t start, int64_t duration) {
        const int64_t row = kernels.addRow();
        kernels.setText(row, kernels.column("name"), name);
        kernels.setText(row, kernels.column("type"), type);
        kernels.setInteger(row, kernels.column("stream"), 2);
        kernels.setInteger(row, kernels.column("start"), start);
        kernels.setInteger(row, kernels.column("duration"), duration);
        return row;
    };
    const int64_t product = add("MatMul-op1", "MatMulV2", 1000, 10000);
    kernels.setText(product, kernels.column("input_shapes"), "1024,512;512,256");
    kernels.setText(product, kernels.column("input_types"), "DT_BF16;DT_BF16");
    kernels.setText(product, kernels.column("output_shapes"), "1024,256");
    kernels.setText(product, kernels.column("output_types"), "DT_BF16");
    kernels.setReal(product, mac, 0.8);
    kernels.setReal(product, mte2, 0.4);
    add("hcom_allReduce", "hcom_allReduce_", 20000, 5000);
    profile->tables.push_back(std::move(kernels));
    session.profiles.push_back(std::move(profile));
    return session;
}

struct Stage {
    explicit Stage(Session session)
        : host(std::move(session))
        , panel(host.panel("kerneldetails")) {
        panel->resize(760, 700);
        panel->show();
        settle();
    }
    void settle() {
        QVERIFY(QTest::qWaitFor([this] { return host.isReady(*panel); }, 8000));
    }
    template<class Widget> Widget *find(const char *name) const {
        return panel->findChild<Widget *>(QLatin1String(name));
    }
    QString label(const char *name) const { return find<QLabel>(name)->text(); }
    void page(const char *id) {
        QTest::mouseClick(find<QWidget>("tuningPages")->findChild<QToolButton *>(QLatin1String(id)), Qt::LeftButton);
    }
    QTreeView *view(const char *name) const { return find<QTreeView>(name); }
    QStringList column(const char *name, int index) const {
        QStringList cells;
        const auto *model = view(name)->model();
        for (int row = 0; row < model->rowCount(); ++row)
            cells.append(model->index(row, index).data().toString());
        return cells;
    }
    void clickRow(const char *name, int row) {
        QTreeView *tree = view(name);
        const QRect cell = tree->visualRect(tree->model()->index(row, 0));
        QTest::mouseClick(tree->viewport(), Qt::LeftButton, {}, cell.center());
    }
    SliceId slice(const char *name) {
        const Trace &trace = host.document().session().trace;
        for (int64_t i = 0; i < trace.sliceCount(); ++i)
            if (trace.texts().text(TextId{trace.columns().name[size_t(i)]}) == name) return SliceId{i};
        return {};
    }

    PanelHost host;
    std::unique_ptr<Panel> panel;
};

} // namespace

class KernelDetailsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        setUpApplication({"dark", "en", ApplicationOptions::Start::Bare});
        loadPlugins(JITSCOPE_BUILD_DIR "/plugins");
    }

    void anEmptySessionSaysWhatToOpen() {
        Stage stage{Session()};
        QVERIFY(stage.panel->contentAsText().isEmpty());
        bool isSaid = false;
        for (const QLabel *label : stage.panel->findChildren<QLabel *>())
            isSaid = isSaid || (label->isVisible() && label->text().contains("No kernels were measured"));
        QVERIFY(isSaid);
    }

    void theOverviewHasFactsCoresAndCaches() {
        Stage stage(tuned(visualizeFile()));
        const QString text = stage.panel->contentAsText();
        for (const char *part :
             {"AddCustom", "300 µs", "Ascend910B4", "core 1 · cube0: 14,000 cycles · 251 µs · slowest",
              "16.7 % longer than the mean", "Cube All Active", "L2 Cache Total: 90.0 % · 90 hits, 10 misses", "go on"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(QString::fromUtf8(part) + "\nnot in\n" + text));
    }

    void missingMetricsAreNamed() {
        Stage stage(tuned(visualizeBlock(5, R"j({"name":"x","duration":1})j")));
        bool isSaid = false;
        for (const QLabel *label : stage.panel->findChildren<QLabel *>())
            isSaid = isSaid || (label->isVisible() && label->text().contains("L2Cache.csv"));
        QVERIFY(isSaid);
    }

    void pathsOfTheMemoryGraphAreReachedByMouseAndKeys() {
        Stage stage(tuned(visualizeFile()));
        stage.page("memory");
        QCOMPARE(stage.column("memoryEdges", 0), QStringList({"GM", "L2", "L0B", "path"}));
        stage.clickRow("memoryEdges", 1);
        QVERIFY2(stage.label("edgeSentence").startsWith("L2 to L1: 204.8 kB, 800 requests, 2.00 GB/s, 6.5 %"),
                 qPrintable(stage.label("edgeSentence")));
        auto *graph = stage.find<QWidget>("memoryGraph");
        graph->setFocus();
        QTest::keyClick(graph, Qt::Key_Right);
        QVERIFY2(stage.label("edgeSentence").startsWith("L0B to Cube"), qPrintable(stage.label("edgeSentence")));
        QTest::keyClick(graph, Qt::Key_Left);
        QTest::keyClick(graph, Qt::Key_Left);
        QVERIFY2(stage.label("edgeSentence").startsWith("GM to L2"), qPrintable(stage.label("edgeSentence")));
        auto *core = stage.find<QComboBox>("memoryCore");
        core->setFocus();
        QTest::keyClick(core, Qt::Key_Down);
        QTest::keyClick(core, Qt::Key_Down); // core 1
        QCOMPARE(stage.column("memoryEdges", 0), QStringList({"L2"}));
    }

    void theRooflineSaysWhatBounds() {
        Stage stage(tuned(visualizeFile()));
        stage.page("roofline");
        QVERIFY2(stage.label("rooflineSentence").contains("75.0 %") &&
                     stage.label("rooflineSentence").contains("GM Read + Write"),
                 qPrintable(stage.label("rooflineSentence")));
        auto *chart = stage.find<QWidget>("rooflineView");
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Right);
        QVERIFY2(stage.label("rooflineSentence").contains("compute peak"), qPrintable(stage.label("rooflineSentence")));
        QCOMPARE(stage.view("rooflinePoints")->currentIndex().row(), 1);
    }

    void aLineShowsItsInstructionsAndBack() {
        Stage stage(tuned(visualizeFile()));
        stage.page("hotspots");
        stage.settle();
        QCOMPARE(stage.column("hotLines", 0), QStringList({"add.cpp:3", "add.cpp:2"}));
        QCOMPARE(stage.column("hotLines", 5), QStringList({"add(a, b);", "int b = a;"}));
        QCOMPARE(stage.column("hotSpots", 0), QStringList({"0x10", "0x14", "0x18"}));
        stage.clickRow("hotLines", 1);
        QCOMPARE(stage.column("hotSpots", 0), QStringList({"0x10", "0x14"}));
        QCOMPARE(stage.host.selection().current().line, 2);
        QTest::mouseClick(stage.find<QToolButton>("allInstructions"), Qt::LeftButton);
        QCOMPARE(stage.column("hotSpots", 0).size(), 3);
        stage.clickRow("hotSpots", 2);
        QCOMPARE(stage.view("hotLines")->currentIndex().row(), 0);
        QCOMPARE(stage.column("hotSpots", 0).size(), 3); // nothing was picked out
    }

    void oneCoreCanBeCounted() {
        Stage stage(tuned(visualizeFile()));
        stage.page("hotspots");
        stage.settle();
        auto *core = stage.find<QComboBox>("hotSpotCore");
        core->setFocus();
        QTest::keyClick(core, Qt::Key_Down);
        stage.settle();
        QCOMPARE(core->currentText(), QStringLiteral("core0.veccore0"));
        QCOMPARE(stage.column("hotLines", 1), QStringList({"900", "100"}));
    }

    void theSelectedKernelIsExplained() {
        Stage stage(profiled());
        stage.host.selection().selectSlice(stage.slice("MatMul-op1"));
        QCOMPARE(stage.label("kernelTitle"), QStringLiteral("MatMul-op1"));
        QCOMPARE(stage.label("kernelBound"), QStringLiteral("compute bound (matrix unit)"));
        const QString text = stage.panel->contentAsText();
        for (const char *part :
             {"aic · matrix unit (mac): 80.0 % · busiest", "[1024,512] DT_BF16", "10.0 µs", "TOPS", "0.500"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(QString::fromUtf8(part) + "\nnot in\n" + text));
    }

    void aCollectiveSaysWhyItHasNoCounters() {
        Stage stage(profiled());
        stage.host.selection().selectSlice(stage.slice("hcom_allReduce"));
        QCOMPARE(stage.label("kernelBound"), QStringLiteral("not known"));
        QVERIFY(stage.label("kernelRoofline").startsWith("No roofline: "));
    }

    void aSliceThatIsNoKernelSaysSo() {
        Stage stage(profiled());
        stage.host.selection().selectSlice(stage.slice("EVENT_WAIT"));
        bool isSaid = false;
        for (const QLabel *label : stage.panel->findChildren<QLabel *>())
            isSaid = isSaid || (label->isVisible() && label->text().contains("The selected slice is no kernel"));
        QVERIFY(isSaid);
    }
};

JITSCOPE_WINDOW_TEST(KernelDetailsTest)

} // namespace jitscope::tst_kerneldetails

#include "tst_kerneldetails.moc"
