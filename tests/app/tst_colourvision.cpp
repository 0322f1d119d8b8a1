// SPDX-License-Identifier: Apache-2.0
// Colours that mean different things look different to every eye, or something else tells them apart.
#include "app/charts/partcolours.h"
#include "app/models/healthbar.h"
#include "app/sdk/theme.h"
#include "app/timeline/slicecolors.h"
#include "tests/support/colourvision.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace jitscope::tst_colourvision {

using namespace jitscope;

namespace {

/** Four times what is just noticeable: told apart at a distance, in thin marks too. */
constexpr double wellApart = 7.5;
constexpr size_t hashedSliceRoles = 6; ///< names that nobody gave a colour take one of the first six

using Role = QColor Theme::*;

/** Colours that stand beside one another and mean different things. */
struct Palette {
    const char *name;
    QList<std::pair<const char *, Role>> roles;
};

const QList<Palette> palettes = {
    {"kinds of operators",
     {{"matmul", &Theme::matmul},
      {"elementWise", &Theme::elementWise},
      {"normalisation", &Theme::normalisation},
      {"reduction", &Theme::reduction},
      {"dataMovement", &Theme::dataMovement},
      {"parameter", &Theme::parameter}}},
    {"differences",
     {{"added", &Theme::added}, {"removed", &Theme::removed}, {"changed", &Theme::changed}, {"fused", &Theme::fused}}},
    {"verdicts", {{"good", &Theme::good}, {"warning", &Theme::warning}, {"error", &Theme::error}}},
    {"rings and marks", {{"accent", &Theme::accent}, {"currentOp", &Theme::currentOp}, {"nan", &Theme::nan}}},
    {"ends of a heat picture", {{"accent", &Theme::accent}, {"warning", &Theme::warning}}},
};

const QStringList themeNames = {"dark", "light", "high-contrast"};

QString tooClose(const QString &palette, const QString &a, const QString &b, const QColor &first,
                 const QColor &second) {
    QStringList faults;
    for (const testing::Vision vision : testing::allVisions)
        if (const double apart = testing::difference(first, second, vision); apart < wellApart)
            faults.append(QStringLiteral("%1, %2: %3 and %4 are %5 apart with %6")
                              .arg(currentTheme().name, palette, a, b)
                              .arg(apart, 0, 'f', 1)
                              .arg(QLatin1String(testing::nameOf(vision))));
    return faults.join('\n');
}

} // namespace

class ColourVisionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSimulationIsThatOfThePaper() {
        using namespace testing;
        // Greys look the same to every eye, and red and green of one luminance fall together without M cones.
        for (const Vision vision : allVisions)
            QVERIFY(difference(QColor(128, 128, 128),
                               QColor::fromRgbF(float(128 / 255.0), float(128 / 255.0), float(128 / 255.0)),
                               vision) < 0.01);
        QVERIFY(difference(Qt::black, Qt::white, Vision::Full) > 99.9);
        const QColor red(200, 60, 40), green(110, 115, 20);
        QVERIFY(difference(red, green, Vision::Full) > 2.5 * difference(red, green, Vision::Deuteranopia));
        const QColor blue(0, 110, 200), teal(0, 130, 120);
        QVERIFY(difference(blue, teal, Vision::Full) > 2 * difference(blue, teal, Vision::Tritanopia));
    }

    void coloursOfOnePaletteAreToldApart_data() { themeRows(); }

    void coloursOfOnePaletteAreToldApart() {
        useTheme();
        QStringList faults;
        for (const Palette &palette : palettes)
            for (int i = 0; i < palette.roles.size(); ++i)
                for (int k = i + 1; k < palette.roles.size(); ++k)
                    faults.append(tooClose(palette.name, palette.roles[i].first, palette.roles[k].first,
                                           currentTheme().*palette.roles[i].second,
                                           currentTheme().*palette.roles[k].second));
        faults.removeAll(QString());
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }

    void slicesOfATimelineAreToldApart_data() { themeRows(); }

    void slicesOfATimelineAreToldApart() {
        useTheme();
        QStringList faults;
        for (size_t i = 0; i < hashedSliceRoles; ++i)
            for (size_t k = i + 1; k < hashedSliceRoles; ++k)
                faults.append(tooClose("slices", sliceRoles()[i].id, sliceRoles()[k].id,
                                       currentTheme().*sliceRoles()[i].colour, currentTheme().*sliceRoles()[k].colour));
        faults.removeAll(QString());
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
    }

    void curvesAreToldApartByColourOrDashes_data() { themeRows(); }

    void curvesAreToldApartByColourOrDashes() {
        useTheme();
        for (int i = 0; i < 18; ++i)
            for (int k = i + 1; k < 18; ++k)
                QVERIFY2(curveDashes(i) != curveDashes(k) ||
                             testing::leastDifference(curveColour(i), curveColour(k)) >= wellApart,
                         qPrintable(QStringLiteral("curves %1 and %2").arg(i).arg(k)));
    }

    void partsOfABarAreToldApartByColourOrHatch_data() { themeRows(); }

    void partsOfABarAreToldApartByColourOrHatch() {
        useTheme();
        const QList<QList<PartRole>> bars = {
            {PartRole::Computing, PartRole::Overlapped, PartRole::NotOverlapped, PartRole::Free},
            {PartRole::Transit, PartRole::Wait, PartRole::Synchronization, PartRole::Idle}};
        for (const QList<PartRole> &bar : bars)
            for (int i = 0; i < bar.size(); ++i)
                for (int k = i + 1; k < bar.size(); ++k)
                    QVERIFY2(partHatch(bar[i]).style() != partHatch(bar[k]).style() ||
                                 testing::leastDifference(partColour(bar[i]), partColour(bar[k])) >= wellApart,
                             qPrintable(QStringLiteral("parts %1 and %2").arg(int(bar[i])).arg(int(bar[k]))));
    }

    void whatAlarmsInATensorHasALetterOrIsToldApart_data() { themeRows(); }

    void whatAlarmsInATensorHasALetterOrIsToldApart() {
        useTheme();
        TensorHealth health;
        health.negativeInf = health.negative = health.zero = health.positive = health.positiveInf = health.nan = 1;
        const std::vector<HealthPart> parts = healthParts(health);
        QCOMPARE(parts.size(), size_t(6));
        for (size_t i = 0; i < parts.size(); ++i)
            for (size_t k = i + 1; k < parts.size(); ++k)
                QVERIFY2(parts[i].mark != parts[k].mark ||
                             testing::leastDifference(parts[i].colour, parts[k].colour) >= wellApart,
                         qPrintable(parts[i].name + " and " + parts[k].name));
    }

private:
    void themeRows() {
        QTest::addColumn<QString>("theme");
        for (const QString &name : themeNames)
            QTest::newRow(qPrintable(name)) << name;
    }
    void useTheme() {
        QFETCH(QString, theme);
        applyTheme(Theme::named(theme));
    }
};

JITSCOPE_WINDOW_TEST(ColourVisionTest)

} // namespace jitscope::tst_colourvision

#include "tst_colourvision.moc"
