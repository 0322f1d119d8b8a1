// SPDX-License-Identifier: Apache-2.0
// The model bases: every contract of Qt's, sorting by raw values, filters, and texts.
#include "app/models/modeltext.h"
#include "app/models/sortfiltermodel.h"
#include "app/models/treemodel.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QAbstractItemModelTester>

namespace jitscope::tst_models {

using namespace jitscope;

namespace {

struct Timing {
    QString name;
    int ns = 0;
};

std::vector<TableColumn<Timing>> columns() {
    using Column = TableColumn<Timing>;
    return {Column{.title = QStringLiteral("Name"), .text = [](const Timing &row) { return row.name; }},
            Column{.title = QStringLiteral("Time"),
                   .text = [](const Timing &row) { return QString::fromStdString(humanTime(row.ns)); },
                   .key = [](const Timing &row) { return QVariant(row.ns); },
                   .alignment = Qt::AlignRight,
                   .share = [](const Timing &row) { return row.ns / 1000.0; }}};
}

QStringList names(const QAbstractItemModel &model) {
    QStringList result;
    for (int row = 0; row < model.rowCount(); ++row)
        result << model.index(row, 0).data().toString();
    return result;
}

} // namespace

class ModelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tableKeepsQtsContract() {
        TableModel<Timing> model(columns());
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows({{"MatMul", 900}, {"Add", 90}});
        model.appendRows({{"ReLU", 500}});
        model.appendRows({});
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(model.index(2, 1).data().toString(), QStringLiteral("500 ns"));
        QCOMPARE(model.index(2, 1).data(SortRole).toInt(), 500);
        QCOMPARE(model.index(2, 1).data(ShareRole).toDouble(), 0.5);
        QVERIFY(!model.index(2, 0).data(ShareRole).isValid());
        QCOMPARE(model.index(1, 0).data(RowRole).toInt(), 1);
        model.setRows({});
        QCOMPARE(model.rowCount(), 0);
    }

    void treeKeepsQtsContract() {
        TreeModel<Timing> model(columns());
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        auto root = std::make_unique<TreeNode<Timing>>();
        auto *net = root->add({"net", 1000});
        net->add({"fc", 600})->add({"MatMul", 500});
        net->add({"act", 400});
        model.setRoot(std::move(root));
        QCOMPARE(model.rowCount(), 1);
        COMPARE_TEXT(modelText(model, TextFormat::Aligned).toStdString(), "Name        Time\n"
                                                                          "net         1.0 µs\n"
                                                                          "  fc        600 ns\n"
                                                                          "    MatMul  500 ns\n"
                                                                          "  act       400 ns\n");
        const QModelIndex fc = model.index(0, 0, model.index(0, 0));
        QCOMPARE(model.indexOf(model.node(fc)), fc);
        QCOMPARE(model.node(fc)->row.name, QStringLiteral("fc"));
    }

    void sortingUsesRawValuesAndIsStable() {
        TableModel<Timing> model(columns());
        SortFilterModel sorted;
        const QAbstractItemModelTester tester(&sorted, QAbstractItemModelTester::FailureReportingMode::QtTest);
        sorted.setSourceModel(&model);
        model.setRows({{"a", 900}, {"b", 12000}, {"c", 900}, {"d", 5}});
        sorted.sort(1);
        QCOMPARE(names(sorted), QStringList({"d", "a", "c", "b"}));
        sorted.sort(1, Qt::DescendingOrder);
        QCOMPARE(names(sorted).front(), QStringLiteral("b"));
    }

    void filterNeedsAllWords() {
        TableModel<Timing> model(columns());
        model.setRows({{"MatMul fc1", 900}, {"MatMul fc2", 12000}, {"ReLU fc1", 900}});
        SortFilterModel filtered;
        filtered.setSourceModel(&model);
        filtered.setFilterText(QStringLiteral("FC1 mat"));
        QCOMPARE(names(filtered), QStringList({"MatMul fc1"}));
        filtered.setFilterText(QStringLiteral("900 ns"));
        QCOMPARE(names(filtered), QStringList({"MatMul fc1", "ReLU fc1"}));
        filtered.setFilterText({});
        QCOMPARE(filtered.rowCount(), 3);
    }

    void textsAreQuotedAsTheirFormatNeeds() {
        TableModel<Timing> model(columns());
        model.setRows({{"a,\"b\"|c\td", 5}});
        COMPARE_TEXT(modelText(model, TextFormat::Csv).toStdString(), "Name,Time\n\"a,\"\"b\"\"|c\td\",5 ns\n");
        COMPARE_TEXT(modelText(model, TextFormat::Tsv).toStdString(), "Name\tTime\na,\"b\"|c d\t5 ns\n");
        COMPARE_TEXT(modelText(model, TextFormat::Markdown).toStdString(),
                     "| Name | Time |\n| --- | --- |\n| a,\"b\"\\|c\td | 5 ns |\n");
    }

    void figuresInCsvAreNumbersWithTheUnitInTheHeading() {
        TableModel<Timing> model(
            {{.title = "Name", .text = [](const Timing &row) { return row.name; }},
             {.title = "Time",
              .text = [](const Timing &row) { return row.ns < 0 ? QString("–") : QString::number(row.ns) + " ns"; },
              .key = [](const Timing &row) { return QVariant(qlonglong(row.ns)); },
              .unit = "ns"},
             {.title = "Share",
              .text = [](const Timing &row) { return QString::number(row.ns / 10.0, 'f', 1) + " %"; },
              .key = [](const Timing &row) { return QVariant(row.ns / 1000.0); },
              .unit = "%",
              .figure = [](const Timing &row) { return QVariant(double(row.ns) / 8); }}});
        model.setRows({{"a", 4600}, {"b", -1}});
        COMPARE_TEXT(modelText(model, TextFormat::Csv).toStdString(),
                     "Name,Time (ns),Share (%)\na,4600,575\nb,,-0.125\n");
        COMPARE_TEXT(rowsText(model, {model.index(0, 0)}).toStdString(), "Name\tTime\tShare\na\t4600 ns\t460.0 %\n");
    }

    void copiedRowsCountOnce() {
        TableModel<Timing> model(columns());
        model.setRows({{"a", 1}, {"b", 2}});
        const QModelIndexList chosen{model.index(1, 0), model.index(1, 1)};
        COMPARE_TEXT(rowsText(model, chosen).toStdString(), "Name\tTime\nb\t2 ns\n");
    }
};

JITSCOPE_WINDOW_TEST(ModelsTest)

} // namespace jitscope::tst_models

#include "tst_models.moc"
