// SPDX-License-Identifier: Apache-2.0
// Every theme can be read: texts and marks against every ground they stand on.
#include "app/sdk/stylesheet.h"
#include "app/sdk/theme.h"
#include "app/sdk/icons.h"
#include "engine/ops/opdef.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QDir>

namespace jitscope::tst_theme {

using namespace jitscope;

namespace {

using Named = std::pair<const char *, QColor Theme::*>;

const QList<Named> everyGround = {{"window", &Theme::window}, {"panel", &Theme::panel}, {"raised", &Theme::raised}};
const QList<Named> groundsOfText =
    everyGround + QList<Named>{{"track", &Theme::track}, {"selection", &Theme::selection}};
const QList<Named> marks = {
    {"text", &Theme::text},
    {"text2", &Theme::text2},
    {"text3", &Theme::text3},
    {"accent", &Theme::accent},
    {"currentOp", &Theme::currentOp},
    {"breakpoint", &Theme::breakpoint},
    {"added", &Theme::added},
    {"removed", &Theme::removed},
    {"changed", &Theme::changed},
    {"fused", &Theme::fused},
    {"nan", &Theme::nan},
    {"matmul", &Theme::matmul},
    {"elementWise", &Theme::elementWise},
    {"normalisation", &Theme::normalisation},
    {"reduction", &Theme::reduction},
    {"dataMovement", &Theme::dataMovement},
    {"parameter", &Theme::parameter},
    {"good", &Theme::good},
    {"warning", &Theme::warning},
    {"error", &Theme::error},
};

QList<Theme> themes() {
    return {Theme::dark(), Theme::light(), Theme::highContrast()};
}

/** The pairs that are below `least`, one a line. */
QStringList tooClose(const Theme &theme, const QList<Named> &fronts, const QList<Named> &grounds, double least) {
    QStringList faults;
    for (const auto &[name, front] : fronts)
        for (const auto &[groundName, ground] : grounds)
            if (const double ratio = contrast(theme.*front, theme.*ground); ratio < least)
                faults.append(QStringLiteral("%1: %2 on %3 is %4")
                                  .arg(theme.name, QLatin1String(name), QLatin1String(groundName))
                                  .arg(ratio, 0, 'f', 2));
    return faults;
}

} // namespace

class ThemeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void blackOnWhiteIs21() {
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrast(Qt::white, Qt::black), 21.0);
        QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
    }

    void textsCanBeRead() {
        QStringList faults;
        for (const Theme &theme : themes()) {
            faults += tooClose(theme, {{"text", &Theme::text}, {"text2", &Theme::text2}}, groundsOfText, 4.5);
            faults += tooClose(theme, {{"text3", &Theme::text3}}, everyGround, 4.5);
            faults += tooClose(theme, {{"onAccent", &Theme::onAccent}}, {{"accent", &Theme::accent}}, 4.5);
            faults +=
                tooClose(theme, {{"removed", &Theme::removed}, {"error", &Theme::error}, {"added", &Theme::added}},
                         {{"panel", &Theme::panel}}, 4.5);
        }
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }

    void marksCanBeSeen() {
        QStringList faults;
        for (const Theme &theme : themes())
            faults += tooClose(theme, marks, groundsOfText, 3.0);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }

    void inkIsReadableOnEveryCategory() {
        for (const Theme &theme : themes()) {
            applyTheme(theme);
            for (const OpCategory category : {OpCategory::MatMul, OpCategory::ElementWise, OpCategory::Normalisation,
                                              OpCategory::Reduction, OpCategory::DataMovement, OpCategory::Creation})
                QVERIFY(contrast(inkOn(theme.category(category)), theme.category(category)) >= 3.0);
        }
    }

    void themesAreFoundByName() {
        for (const Theme &theme : themes())
            QCOMPARE(Theme::named(theme.name).name, theme.name);
        QCOMPARE(Theme::named(QStringLiteral("no such theme")).name, QStringLiteral("dark"));
    }

    void theStyleSheetHasNoRoleLeft() {
        for (const Theme &theme : themes())
            QVERIFY(!styleSheetOf(theme).contains(QLatin1Char('@')));
    }

    void aChangeOfThemeReachesWidgets() {
        applyTheme(Theme::dark());
        QWidget widget;
        widget.show();
        applyTheme(Theme::light());
        QCOMPARE(widget.palette().color(QPalette::Base), Theme::light().panel);
        QCOMPARE(currentTheme().name, QStringLiteral("light"));
    }

    /** However deep it is, a widget is polished for no sheet and for the new one; the theme that is there costs
     * nothing.
     */
    void aChangeOfThemeCostsTheSameForEachWidget() {
        applyTheme(Theme::dark());
        QWidget window;
        constexpr int depth = 12;
        QWidget *innermost = &window;
        for (int i = 0; i < depth; ++i)
            innermost = new QWidget(innermost);
        window.show();
        struct Counter : QObject {
            int changes = 0;
            bool eventFilter(QObject *, QEvent *event) override {
                if (event->type() == QEvent::StyleChange) ++changes;
                return false;
            }
        } counter;
        innermost->installEventFilter(&counter);
        applyTheme(Theme::light());
        QVERIFY2(counter.changes > 0 && counter.changes <= 2, qPrintable(QString::number(counter.changes)));
        counter.changes = 0;
        applyTheme(Theme::light());
        QCOMPARE(counter.changes, 0);
    }

    void everyIconIsDrawnInItsColour() {
        const QStringList files = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
        // Reading one registers the resources; after that all are listed.
        iconPixmap(QStringLiteral("run"), 16, Qt::red, 1);
        const QStringList all = QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")});
        QVERIFY(all.size() >= files.size() && all.size() > 20);
        for (const QString &file : all) {
            const QImage image = iconPixmap(file.chopped(4), 16, Qt::red, 2).toImage();
            QCOMPARE(image.size(), QSize(32, 32));
            bool drawn = false;
            for (int y = 0; y < image.height() && !drawn; ++y)
                for (int x = 0; x < image.width() && !drawn; ++x)
                    drawn = image.pixelColor(x, y).alpha() > 128;
            QVERIFY2(drawn, qPrintable(file));
        }
    }
};

JITSCOPE_WINDOW_TEST(ThemeTest)

} // namespace jitscope::tst_theme

#include "tst_theme.moc"
