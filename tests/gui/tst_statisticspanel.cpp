// SPDX-License-Identifier: Apache-2.0
// The panels on profiles: statistics, communication and memory, driven by mouse and keyboard.
#include "app/charts/curveview.h"
#include "app/charts/heatmatrix.h"
#include "app/charts/stackedbars.h"
#include "app/models/datatableview.h"
#include "app/models/rankbaseline.h"
#include "app/sdk/settings.h"
#include "app/sdk/tracefocus.h"
#include "app/shell/application.h"
#include "app/shell/panelhost.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QTemporaryDir>
#include <QToolButton>

namespace jitscope::tst_statisticspanel {

using namespace jitscope;

namespace {

constexpr int64_t epoch = 1'736'412'474'000'000'000; ///< traces count from 1970

struct Kernel {
    const char *name, *type, *core;
    int64_t start, duration;
};
constexpr Kernel kernels[] = {
    {"mm", "MatMul", "AI_CORE", 0, 4'000'000},
    {"add", "Add", "AI_VECTOR_CORE", 5'000'000, 1'000'000},
    {"add2", "Add", "AI_VECTOR_CORE", 7'000'000, 2'000'000},
    {"hcom_allReduce__1_0_1", "hcom_allReduce_", "COMMUNICATION", 8'000'000, 3'000'000},
};

DataTable kernelTable() {
    DataTable table = makeTable("kernels");
    for (const Kernel &kernel : kernels) {
        const int64_t row = table.addRow();
        table.setText(row, table.column("step"), "3");
        table.setInteger(row, table.column("stream"), 2);
        table.setText(row, table.column("name"), kernel.name);
        table.setText(row, table.column("type"), kernel.type);
        table.setText(row, table.column("core"), kernel.core);
        table.setInteger(row, table.column("start"), epoch + kernel.start);
        table.setInteger(row, table.column("duration"), kernel.duration);
    }
    return table;
}

DataTable communicationTable(int64_t wait) {
    DataTable table = makeTable("communication_ops");
    const int64_t row = table.addRow();
    table.setText(row, table.column("name"), "hcom_allReduce__1_0_1");
    table.setText(row, table.column("group"), "77");
    table.setInteger(row, table.column("start"), epoch + 8'000'100);
    table.setInteger(row, table.column("elapse"), 3'000'000);
    table.setInteger(row, table.column("transit"), 3'000'000 - wait);
    table.setInteger(row, table.column("wait"), wait);
    table.setInteger(row, table.column("synchronization"), wait);
    table.setInteger(row, table.column("idle"), 0);
    return table;
}

DataTable matrixTable(int64_t own, int64_t other, double gigabytesPerSecond) {
    DataTable table = makeTable("communication_matrix");
    for (const auto &[target, transport, bytes] : {std::tuple{own, "LOCAL", 100.0}, {other, "HCCS", 36e6}}) {
        const int64_t row = table.addRow();
        table.setText(row, table.column("name"), "allreduce-total");
        table.setText(row, table.column("group"), "77");
        table.setInteger(row, table.column("source"), own);
        table.setInteger(row, table.column("target"), target);
        table.setText(row, table.column("transport"), transport);
        table.setReal(row, table.column("transit_size"), bytes);
        table.setInteger(row, table.column("transit_time"), int64_t(bytes / gigabytesPerSecond));
    }
    return table;
}

std::vector<DataTable> memoryTables() {
    DataTable record = makeTable("memory_record"), operators = makeTable("operator_memory");
    for (const auto &[time, bytes] :
         {std::pair{0, 1'000}, {3'000'000, 9'000'000}, {6'000'000, 2'000'000}, {11'000'000, 2'000'000}}) {
        const int64_t row = record.addRow();
        record.setText(row, record.column("component"), "PTA");
        record.setInteger(row, record.column("time"), epoch + time);
        record.setInteger(row, record.column("allocated"), bytes);
    }
    for (const auto &[name, size, begin, end] : {std::tuple{"aten::mm", 7'000'000, 1'000'000, 4'000'000},
                                                 {"aten::add", 2'000'000, 2'000'000, 0},
                                                 {"aten::sum", 10, 2'500'000, 5'000'000}}) {
        const int64_t row = operators.addRow();
        operators.setText(row, operators.column("name"), name);
        operators.setInteger(row, operators.column("size"), size);
        operators.setInteger(row, operators.column("allocation_time"), epoch + begin);
        if (end > 0) operators.setInteger(row, operators.column("release_time"), epoch + end);
    }
    return {record, operators};
}

/** Two ranks of which the second comes late to the collective; only the first has kernels, memory and a timeline. */
Session twoRanks() {
    Session session;
    Track stream;
    stream.process = "Ascend Hardware";
    stream.name = "Stream 2";
    stream.kind = LaneKind::Stream;
    stream.rank = 0;
    stream.number = 2;
    const TrackId lane = session.trace.addTrack(stream);
    for (const Kernel &kernel : kernels)
        session.trace.addSlice(lane, kernel.name, "", epoch + kernel.start, kernel.duration);
    session.trace.arrange();
    for (int rank = 0; rank < 2; ++rank) {
        auto profile = std::make_shared<Profile>();
        profile->rank = rank;
        profile->label = "rank " + std::to_string(rank);
        profile->producer = "torch_npu 2.1";
        profile->tables = {communicationTable(rank == 0 ? 2'500'000 : 0),
                           matrixTable(rank, 1 - rank, rank == 0 ? 18 : 6)};
        if (rank == 0) {
            profile->tables.push_back(kernelTable());
            for (DataTable &table : memoryTables())
                profile->tables.push_back(std::move(table));
            DataTable unknown("soc_pmu");
            unknown.addColumn("Metric", ColumnType::Text);
            unknown.setText(unknown.addRow(), 0, "cycles");
            profile->tables.push_back(std::move(unknown));
        }
        session.profiles.push_back(profile);
    }
    return session;
}

struct Stage {
    explicit Stage(const char *id, Session session = twoRanks())
        : host(std::move(session))
        , panel(host.panel(QLatin1String(id)))
        , controls(panel->titleControls() ? panel->titleControls() : panel.get()) {
        panel->resize(1000, 480);
        panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel.get()));
        settle();
    }
    void settle() {
        QVERIFY(QTest::qWaitFor([this] { return host.isReady(*panel); }, 8000));
    }
    template<class Widget> Widget *find(const char *name) const {
        return panel->findChild<Widget *>(QLatin1String(name));
    }
    void choose(const QString &title) {
        auto *list = find<QListWidget>("statisticsList");
        const auto items = list->findItems(title, Qt::MatchContains);
        QVERIFY2(!items.isEmpty(), qPrintable(title));
        const QRect place = list->visualItemRect(items.front());
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, place.center());
        if (list->currentItem() != items.front()) list->setCurrentItem(items.front()); // out of sight
        settle();
    }
    /** The cells of a table, a row a line. */
    /** -1 for none. */
    static int columnOf(const DataTableView *table, const QString &title) {
        for (int i = 0; i < table->model()->columnCount(); ++i)
            if (table->model()->headerData(i, Qt::Horizontal).toString() == title) return i;
        return -1;
    }

    static QString cells(const DataTableView *view, const QList<int> &columns) {
        QStringList lines;
        for (int row = 0; row < view->model()->rowCount(); ++row) {
            QStringList line;
            for (const int column : columns)
                line << view->model()->index(row, column).data().toString();
            lines << line.join(QLatin1Char('|'));
        }
        return lines.join(QLatin1Char('\n'));
    }
    QString emptyTexts() const {
        QStringList texts;
        for (const QLabel *label : panel->findChildren<QLabel *>())
            if (label->isVisible()) texts << label->text();
        return texts.join(QLatin1Char('\n'));
    }

    PanelHost host;
    std::unique_ptr<Panel> panel;
    QWidget *controls; ///< where the panel has its small controls: in its title, or in itself
};

} // namespace

class StatisticsPanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { setUpApplication({}); }
    void init() { settingsFile().clear(); }

    void operatorsAreSummedByType() {
        Stage stage("statistics");
        const auto *table = stage.find<DataTableView>("statisticsTable");
        QCOMPARE(Stage::cells(table, {0, 1, 2, 3, 4}),
                 QStringLiteral("MatMul|AI_CORE|1|4.00 ms|57.1 %\nAdd|AI_VECTOR_CORE|2|3.00 ms|42.9 %\n"
                                "hcom_allReduce_|COMMUNICATION|1|3.00 ms|"));
        QVERIFY(table->model()
                    ->headerData(4, Qt::Horizontal, Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("op_statistic.csv")));
    }

    /** A rank is pinned: differences stand beside the figures, grey where they say nothing. */
    void tablesAreHeldAgainstAPinnedRank() {
        Session session = twoRanks();
        auto slower = std::make_shared<Profile>(*session.profiles[1]);
        DataTable first = makeTable("kernels"), second = first;
        for (int i = 0; i < 30; ++i)
            for (auto *table : {&first, &second})
                for (const auto &[type, time] : {std::pair{"MatMul", table == &first ? 4000 : 5000}, {"Add", 1000}}) {
                    const int64_t row = table->addRow();
                    table->setText(row, table->column("type"), type);
                    table->setText(row, table->column("core"), "AI_CORE");
                    table->setInteger(row, table->column("start"), epoch + i * 100'000);
                    table->setInteger(row, table->column("duration"), time + (i * 7 + (table == &first)) % 11);
                }
        auto fast = std::make_shared<Profile>(*session.profiles[0]);
        std::erase_if(fast->tables, [](const DataTable &table) { return table.name() == "kernels"; });
        fast->tables.push_back(std::move(first));
        slower->tables.push_back(std::move(second));
        session.profiles = {fast, slower};
        Stage stage("statistics", std::move(session));
        stage.choose("By type");
        auto *table = stage.find<DataTableView>("statisticsTable");
        const auto column = [&](const QString &title) { return Stage::columnOf(table, title); };
        QCOMPARE(column("Δ total"), -1);
        stage.find<QComboBox>("statisticsRank")->setCurrentIndex(1);
        stage.settle();
        stage.find<QComboBox>("rankBaseline")->setCurrentIndex(1);
        stage.settle();
        const int total = column("Δ total");
        QVERIFY(total > 0 && column("Δ mean") > 0 && column("Count before") > 0);
        QCOMPARE(total, column("Total") + 1); // beside what it is of
        QCOMPARE(column("Δ mean"), column("Mean") + 1);
        const auto index = [&](int row) { return table->model()->index(row, total); };
        QVERIFY2(index(0).data().toString().startsWith("+30"), qPrintable(index(0).data().toString()));
        QVERIFY(index(0).data(Qt::ToolTipRole).toString().contains("Slower"));
        QVERIFY2(index(1).data().toString().startsWith(QStringLiteral("≈")) ||
                     index(1).data().toString() == QStringLiteral("="),
                 qPrintable(index(1).data().toString()));
        QVERIFY(index(0).data(Qt::ForegroundRole) != index(1).data(Qt::ForegroundRole));
        stage.find<QComboBox>("statisticsRank")->setCurrentIndex(0);
        stage.settle();
        QCOMPARE(column("Δ total"), -1);
        QVERIFY(stage.emptyTexts().contains("This is the baseline rank itself"));
        stage.choose("Overlap");
        QVERIFY(column("Δ total") > 0);
        QVERIFY(stage.find<QComboBox>("rankBaseline")->isEnabled());
        stage.choose("All kernels");
        QVERIFY(!stage.find<QComboBox>("rankBaseline")->isEnabled());
    }

    void aRowSelectsItsLongestSlice() {
        Stage stage("statistics");
        auto *table = stage.find<DataTableView>("statisticsTable");
        table->setFocus();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(1, 0)).center());
        const SliceId slice = stage.host.selection().current().slice;
        QVERIFY(slice.valid());
        QCOMPARE(stage.host.document().session().trace.nameOf(slice), std::string_view("add2"));
        QTest::keyClick(table, Qt::Key_Up);
        QCOMPARE(stage.host.document().session().trace.nameOf(stage.host.selection().current().slice),
                 std::string_view("mm"));
    }

    void aSelectedSliceShowsItsKernel() {
        Stage stage("statistics");
        stage.choose(QStringLiteral("All kernels"));
        const Trace &trace = stage.host.document().session().trace;
        for (int64_t i = 0; i < trace.sliceCount(); ++i)
            if (trace.nameOf(SliceId{i}) == "add2") stage.host.selection().selectSlice(SliceId{i});
        QCOMPARE(stage.find<DataTableView>("statisticsTable")->currentTableRow(), 2);
    }

    void theMarkedRangeNarrowsTheSums() {
        Stage stage("statistics");
        auto *marked = stage.controls->findChild<QCheckBox *>(QStringLiteral("statisticsMarked"));
        const auto note = [&] { return stage.find<QLabel>("statisticsNote")->text(); };
        QVERIFY(!marked->isEnabled()); // nothing is marked yet
        QVERIFY2(marked->toolTip().contains(QStringLiteral("No stretch is marked")), qPrintable(marked->toolTip()));
        QVERIFY(!note().contains(QStringLiteral("marked range")));
        TraceFocus::of(stage.host.document()).setMarked(TraceFocus::Range{epoch + 4'500'000, epoch + 6'500'000});
        QVERIFY(marked->isEnabled());
        QVERIFY(marked->toolTip().contains(QStringLiteral("on all lanes")));
        marked->setChecked(true);
        stage.settle();
        QVERIFY2(note().contains(QStringLiteral("what crosses its edge counts whole")), qPrintable(note()));
        QCOMPARE(Stage::cells(stage.find<DataTableView>("statisticsTable"), {0, 2}), QStringLiteral("Add|1"));
        stage.choose(QStringLiteral("All kernels"));
        QCOMPARE(stage.find<DataTableView>("statisticsTable")->model()->rowCount(), 1);
        stage.choose(QStringLiteral("Overlap"));
        QVERIFY2(note().contains(QStringLiteral("what crosses its edge is cut there")), qPrintable(note()));
        stage.choose(QStringLiteral("Steps"));
        QVERIFY2(note().contains(QStringLiteral("not of the marked range")), qPrintable(note()));
    }

    void columnsAreSortedAndRowsFiltered() {
        Stage stage("statistics");
        stage.choose(QStringLiteral("All kernels"));
        auto *table = stage.find<DataTableView>("statisticsTable");
        QHeaderView *header = table->horizontalHeader();
        int duration = -1;
        for (int column = 0; column < table->model()->columnCount(); ++column)
            if (table->model()->headerData(column, Qt::Horizontal).toString() == QStringLiteral("Duration"))
                duration = column;
        QVERIFY(duration > 0);
        const QPoint place(header->sectionViewportPosition(duration) + 8, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place);
        stage.settle();
        QCOMPARE(table->model()->index(0, duration).data().toString(), QStringLiteral("4.00 ms")); // largest first
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place);
        stage.settle();
        QCOMPARE(table->model()->index(0, duration).data().toString(), QStringLiteral("1.00 ms"));
        auto *filter = stage.controls->findChild<QLineEdit *>(QStringLiteral("statisticsFilter"));
        QTest::keyClicks(filter, QStringLiteral("VECTOR add2"));
        stage.settle();
        QCOMPARE(table->model()->rowCount(), 1);
    }

    void columnsThatHoldNothingAreHidden() {
        Stage stage("statistics");
        stage.choose(QStringLiteral("All kernels"));
        const auto *table = stage.find<DataTableView>("statisticsTable");
        QCOMPARE(table->model()->columnCount(), 7);
    }

    void csvHoldsExactValues() {
        Stage stage("statistics");
        stage.choose(QStringLiteral("All kernels"));
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("kernels.csv"));
        QCOMPARE(stage.find<DataTableView>("statisticsTable")->writeCsv(path), QString());
        const std::string text = testing::readText(path.toStdString());
        QVERIFY2(text.find("start(ns)") != std::string::npos && text.find("1736412474005000000") != std::string::npos,
                 text.c_str());
    }

    void stepsAndOverlapAreDrawn() {
        Stage stage("statistics");
        stage.choose(QStringLiteral("Steps"));
        const auto *bars = stage.find<StackedBars>("statisticsBars");
        QVERIFY(bars->isVisible());
        QVERIFY2(bars->asText().startsWith(QStringLiteral("rank 0 · step 3: Computing 7.00 ms (63.6 %)")),
                 qPrintable(bars->asText()));
        stage.choose(QStringLiteral("Overlap"));
        QVERIFY2(bars->asText().contains(QStringLiteral("Both 1.00 ms (9.1 %)")), qPrintable(bars->asText()));
        QVERIFY2(bars->asText().contains(QStringLiteral("Free 2.00 ms")), qPrintable(bars->asText()));
    }

    void tablesOfTheProducerAreListedAsTheyAre() {
        Stage stage("statistics");
        stage.choose(QStringLiteral("soc_pmu"));
        QCOMPARE(Stage::cells(stage.find<DataTableView>("statisticsTable"), {0}), QStringLiteral("cycles"));
    }

    void whatIsMissingNamesItsFile() {
        Stage stage("statistics");
        auto *rank = stage.controls->findChild<QComboBox *>(QStringLiteral("statisticsRank"));
        rank->setCurrentIndex(1); // has no kernels
        stage.settle();
        QVERIFY2(stage.emptyTexts().contains(QStringLiteral("kernel_details.csv")), qPrintable(stage.emptyTexts()));
    }

    void withoutAProfileItSaysWhatToDo() {
        for (const char *id : {"statistics", "communication", "memory"}) {
            const Stage stage(id, Session());
            QVERIFY(stage.emptyTexts().contains(QStringLiteral("No profile is open")));
            QVERIFY(stage.panel->contentAsText().isEmpty());
        }
    }

    void theLateRankIsNamed() {
        Stage stage("communication");
        const QString findings = stage.find<QLabel>("communicationFindings")->text();
        QVERIFY2(findings.contains(QStringLiteral("Rank 1 makes the others of group 77 (ranks 0, 1) wait")),
                 qPrintable(findings));
        QVERIFY2(findings.contains(QStringLiteral("waited 0 ns itself, the others 2.50 ms")), qPrintable(findings));
        QVERIFY2(
            findings.contains(QStringLiteral("from rank 1 to rank 0 (HCCS, group 77 (ranks 0, 1)) is slow: 6.00 GB/s")),
            qPrintable(findings));
    }

    void aBarNarrowsTheTableToItsRank() {
        Stage stage("communication");
        auto *bars = stage.find<StackedBars>("communicationBars");
        const auto *table = stage.find<DataTableView>("communicationTable");
        QCOMPARE(table->model()->rowCount(), 2);
        bars->setFocus();
        QTest::keyClick(bars, Qt::Key_Down);
        stage.settle();
        QCOMPARE(table->model()->rowCount(), 1);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(table->model()->index(0, 0)).center());
        QCOMPARE(stage.host.document().session().trace.nameOf(stage.host.selection().current().slice),
                 std::string_view("hcom_allReduce__1_0_1")); // although communication.json rounds its begin
    }

    void theMatrixShowsBandwidth() {
        Stage stage("communication");
        auto *segment = stage.controls->findChild<QToolButton *>(QStringLiteral("matrix"));
        QTest::mouseClick(segment, Qt::LeftButton);
        stage.settle();
        auto *matrix = stage.find<HeatMatrix>("communicationMatrix");
        QVERIFY(matrix->isVisible());
        QCOMPARE(matrix->cells().size(), size_t(2));
        QCOMPARE(matrix->cells().at({0, 1}).text, QStringLiteral("18.0"));
        QVERIFY(matrix->cells().at({1, 0}).isMarked);
        QTest::keyClick(matrix, Qt::Key_Right); // the first key goes to the first place
        QTest::keyClick(matrix, Qt::Key_Right);
        QCOMPARE(matrix->current(), int64_t(1));
    }

    void memoryStandsAtItsPeak() {
        Stage stage("memory");
        const auto *curves = stage.find<CurveView>("memoryCurves");
        QCOMPARE(curves->curves().size(), size_t(1));
        QCOMPARE(curves->cursorTime(), std::optional<int64_t>(epoch + 3'000'000));
        QCOMPARE(curves->valuesAt(epoch + 3'500'000), QStringList{QStringLiteral("PTA allocated 8.6 MiB")});
        const auto *table = stage.find<DataTableView>("memoryTable");
        QCOMPARE(Stage::cells(table, {0, 1}), QStringLiteral("aten::mm|6.7 MiB\naten::add|1.9 MiB\naten::sum|10 B"));
    }

    void theLineTellsWhoHoldsMemoryThere() {
        Stage stage("memory");
        auto *curves = stage.find<CurveView>("memoryCurves");
        const QPoint late(curves->width() - 40, curves->height() / 2);
        QTest::mouseClick(curves, Qt::LeftButton, {}, late);
        stage.settle();
        const auto *table = stage.find<DataTableView>("memoryTable");
        QCOMPARE(Stage::cells(table, {0}), QStringLiteral("aten::add"));
        QTest::mouseClick(stage.panel->findChild<QToolButton *>(QStringLiteral("memoryPeak")), Qt::LeftButton);
        stage.settle();
        QCOMPARE(table->model()->rowCount(), 3);
        stage.find<QComboBox>("memorySize")->setCurrentIndex(3); // a megabyte or more
        stage.settle();
        QCOMPARE(table->model()->rowCount(), 2);
        QTest::mouseClick(stage.panel->findChild<QToolButton *>(QStringLiteral("kept")), Qt::LeftButton);
        stage.settle();
        QCOMPARE(Stage::cells(table, {0}), QStringLiteral("aten::add"));
    }

    /** A rank that is pinned in one panel is pinned in all of them. */
    void aPinnedRankGivesCommunicationDifferences() {
        Stage stage("communication");
        const auto *table = stage.find<DataTableView>("communicationTable");
        QCOMPARE(stage.columnOf(table, QStringLiteral("Δ wait")), -1);
        stage.controls->findChild<QComboBox *>(QStringLiteral("rankBaseline"))->setCurrentIndex(1);
        stage.settle();
        const int wait = stage.columnOf(table, QStringLiteral("Δ wait"));
        QVERIFY(wait > 0);
        QStringList waits;
        for (int row = 0; row < table->model()->rowCount(); ++row)
            waits << table->model()->index(row, wait).data().toString();
        waits.sort();
        QCOMPARE(waits.join(QLatin1Char(',')), QStringLiteral(",? -2.50 ms")); // the baseline itself has none
        QCOMPARE(RankBaseline::of(stage.host.document()).profile(), std::optional<size_t>(0));
        QTest::mouseClick(stage.controls->findChild<QToolButton *>(QStringLiteral("matrix")), Qt::LeftButton);
        stage.settle();
        QVERIFY(!stage.controls->findChild<QComboBox *>(QStringLiteral("rankBaseline"))->isEnabled());
    }

    void aPinnedRankGivesMemoryDifferences() {
        Session session = twoRanks();
        auto other = std::make_shared<Profile>(*session.profiles[1]);
        for (DataTable &table : memoryTables()) {
            if (table.name() == "operator_memory") table.setInteger(0, table.column("size"), 5'000'000);
            other->tables.push_back(std::move(table));
        }
        session.profiles[1] = other;
        Stage stage("memory", std::move(session));
        const auto *table = stage.find<DataTableView>("memoryTable");
        stage.controls->findChild<QComboBox *>(QStringLiteral("rankBaseline"))->setCurrentIndex(2);
        stage.settle();
        const auto delta = [&] {
            return table->model()->index(0, stage.columnOf(table, QStringLiteral("Δ size"))).data().toString();
        };
        QCOMPARE(delta(), QStringLiteral("+1.9 MiB"));
        QTest::mouseClick(stage.panel->findChild<QToolButton *>(QStringLiteral("operator")), Qt::LeftButton);
        stage.settle();
        QCOMPARE(delta(), QStringLiteral("+1.9 MiB"));
        QVERIFY(stage.columnOf(table, QStringLiteral("Count before")) > 0);
    }

    void aBaselineWithoutAllocationsIsTold() {
        Stage stage("memory"); // only the first rank has memory
        stage.controls->findChild<QComboBox *>(QStringLiteral("rankBaseline"))->setCurrentIndex(2);
        stage.settle();
        QVERIFY(stage.find<QLabel>("memoryWhere")->text().contains("is not known"));
        stage.controls->findChild<QComboBox *>(QStringLiteral("rankBaseline"))->setCurrentIndex(0);
        stage.settle();
        QVERIFY(!stage.find<QLabel>("memoryWhere")->text().contains("is not known"));
    }

    void draggingOverCurvesMarksTheStretch() {
        Stage stage("memory");
        auto *curves = stage.find<CurveView>("memoryCurves");
        QTest::mousePress(curves, Qt::LeftButton, {}, {200, 80});
        QTest::mouseMove(curves, {300, 80});
        QTest::mouseMove(curves, {400, 80});
        QTest::mouseRelease(curves, Qt::LeftButton, {}, {400, 80});
        const auto marked = TraceFocus::of(stage.host.document()).marked();
        QVERIFY(marked.has_value());
        QVERIFY(marked->first > epoch && marked->second < epoch + 11'000'000 && marked->second > marked->first);
    }
};

JITSCOPE_WINDOW_TEST(StatisticsPanelTest)

} // namespace jitscope::tst_statisticspanel

#include "tst_statisticspanel.moc"
