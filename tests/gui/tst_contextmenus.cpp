// SPDX-License-Identifier: Apache-2.0
// The context menus of tables: copying of cells, rows and tables, and the ways from a row to where it is shown.
#include "app/models/recordview.h"
#include "app/models/rowmenu.h"
#include "app/models/tablemodel.h"
#include "app/panels/editor/editorpanel.h"
#include "app/panels/events/eventview.h"
#include "tests/support/stepsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>

namespace jitscope::tst_contextmenus {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

struct Row {
    QString name, time;
};

std::vector<TableColumn<Row>> columns() {
    using Column = TableColumn<Row>;
    return {Column{.title = QStringLiteral("Name"), .text = [](const Row &row) { return row.name; }},
            Column{.title = QStringLiteral("Time"), .text = [](const Row &row) { return row.time; }}};
}

/** The menu that opens by a right click on `index`, or by the menu key. */
QMenu *menuAt(QAbstractItemView &view, const QModelIndex &index, QContextMenuEvent::Reason reason) {
    const QPoint at = view.visualRect(index).center();
    const bool isByKey = reason == QContextMenuEvent::Keyboard;
    if (isByKey) view.setCurrentIndex(index);
    QWidget *target = isByKey ? static_cast<QWidget *>(&view) : view.viewport();
    QContextMenuEvent event(reason, at, view.viewport()->mapToGlobal(at));
    QApplication::sendEvent(target, &event);
    return view.findChild<QMenu *>(QStringLiteral("rowMenu"));
}

QAction *entry(const QMenu &menu, const QString &name) {
    for (QAction *action : menu.actions())
        if (action->objectName() == name) return action;
    return nullptr;
}

QString copied() {
    return QApplication::clipboard()->text();
}

} // namespace

class ContextMenusTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { testing::setUpWindowTest(m_folder); }

    void everyTableCopiesItsCellItsRowsAndAll() {
        TableModel<Row> model(columns());
        model.setRows({{"MatMul & Add", "2 ms"}, {"ReLU", "1 ms"}});
        RecordView view;
        view.setRecords(&model);
        view.sortByColumn(-1, Qt::AscendingOrder);
        view.resize(400, 200);
        view.show();
        QMenu *menu = menuAt(view, view.model()->index(0, 0), QContextMenuEvent::Mouse);
        QVERIFY(menu);
        QAction *cell = entry(*menu, "copyCell");
        QVERIFY(cell);
        QVERIFY2(cell->text().contains("MatMul && Add"), qPrintable(cell->text()));
        cell->trigger();
        QCOMPARE(copied(), QString("MatMul & Add"));
        const QList<QMenu *> forms = menu->findChildren<QMenu *>();
        QCOMPARE(forms.size(), qsizetype(2));
        forms[0]->actions()[1]->trigger();
        QCOMPARE(copied(), QString("| Name | Time |\n| --- | --- |\n| MatMul & Add | 2 ms |\n"));
        forms[1]->actions()[2]->trigger();
        QCOMPARE(copied(), QString("Name,Time\nMatMul & Add,2 ms\nReLU,1 ms\n"));
        menu->close();
    }

    void theMenuKeyOpensItAtTheCurrentRow() {
        TableModel<Row> model(columns());
        model.setRows({{"MatMul", "2 ms"}, {"ReLU", "1 ms"}});
        RecordView view;
        view.setRecords(&model);
        view.sortByColumn(-1, Qt::AscendingOrder);
        QModelIndex asked;
        RowMenu::of(view).addPart([&asked](QMenu &menu, const QModelIndex &index) {
            asked = index;
            menu.addAction("Mine");
        });
        view.resize(400, 200);
        view.show();
        QMenu *menu = menuAt(view, view.model()->index(1, 1), QContextMenuEvent::Keyboard);
        QVERIFY(menu);
        QCOMPARE(asked.row(), 1);
        QCOMPARE(menu->actions().constFirst()->text(), QString("Mine"));
        menu->close();
    }

    void anEmptyTableHasNoMenu() {
        TableModel<Row> model(columns());
        RecordView view;
        view.setRecords(&model);
        view.show();
        for (QAction *action : view.actions())
            view.removeAction(action);
        QVERIFY(!menuAt(view, {}, QContextMenuEvent::Mouse));
    }

    void anEventLeadsToItsLineAndItsValues() {
        const auto window = openWindow({1400, 900});
        QVERIFY(window);
        window->document().replace(loopSession(20, LoopValues::Small));
        window->setPerspective("step");
        window->showPanel("events");
        auto *view = window->panel("events")->findChild<EventView *>();
        QVERIFY(view);
        QTRY_VERIFY(view->model()->rowCount() > 3);
        QModelIndex index = view->model()->index(0, 0);
        while (index.isValid() && index.data().toString().isEmpty())
            index = index.siblingAtRow(index.row() + 1);
        QVERIFY(index.isValid());
        view->setCurrentIndex(index);
        QMenu *menu = menuAt(*view, index, QContextMenuEvent::Keyboard);
        QVERIFY(menu);
        QVERIFY(entry(*menu, "jump-editor"));
        QVERIFY(!entry(*menu, "jump-events"));
        QAction *values = entry(*menu, "jump-values");
        QVERIFY(values);
        values->trigger();
        QTRY_VERIFY(window->panel("values")->isVisible());
        QCOMPARE(window->selection().current().op, index.data().toString().toLongLong());
        menu->close();
    }

private:
    QTemporaryDir m_folder;
};

JITSCOPE_WINDOW_TEST(ContextMenusTest)

} // namespace jitscope::tst_contextmenus

#include "tst_contextmenus.moc"
