// SPDX-License-Identifier: GPL-3.0-or-later
// Colours and sizes by role. Panels ask for roles, never for colours, and repaint on QEvent::PaletteChange.
#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <cstdint>
#include <vector>

namespace jitscope {
inline namespace ops {
enum class OpCategory : uint8_t;
}
} // namespace jitscope

namespace jitscope {
inline namespace sdk {

struct Theme {
    QString name; ///< "dark", "light", "high-contrast"
    bool isDark = true;

    QColor window, panel, raised, track, line;
    QColor text, text2, text3;
    QColor accent, selection; ///< the colour of what is selected, and its ground
    QColor onAccent;          ///< text on a ground of `accent`
    QColor currentOp, breakpoint;
    QColor added, removed, changed, fused, nan;
    QColor matmul, elementWise, normalisation, reduction, dataMovement, parameter;
    QColor good, warning, error;

    QColor category(OpCategory category) const;

    static Theme dark();
    static Theme light();
    static Theme highContrast();
    /** By name; dark for an unknown one. */
    static Theme named(const QString &name);
};

/** Pixel sizes at 100 %: one grid for the whole window. */
namespace metrics {
constexpr int grid = 8;
constexpr int rowHeight = 23;
constexpr int controlHeight = 28;
constexpr int radius = 6;
constexpr int dockGap = 6;
constexpr int leastBar = 320; ///< no bar across the window needs to be wider, whatever stands in it
} // namespace metrics

/** The theme now in use; dark until set. */
const Theme &currentTheme();
/** Sets palette, style sheet and fonts of the application; every widget gets QEvent::PaletteChange. */
void applyTheme(const Theme &theme);

QFont uiFont();   ///< Inter if installed, else the system's, 12.5 px
QFont codeFont(); ///< JetBrains Mono if installed, else the system's fixed font; also for numbers in columns
QFont boldUiFont();
QFont smallUiFont(); ///< pills, hints and column headings
/** Families and size that the user chose instead; "" and 0 for the defaults. In force with the next applyTheme. */
void setFontChoice(const QString &uiFamily, const QString &codeFamily, double pixelSize);

/** (1..21) by WCAG 2; texts need 4.5, marks 3. */
double contrast(const QColor &a, const QColor &b);
/** `front` laid over `ground` with `share` (0..1) of front: tinted grounds for diff lines and pills. */
QColor blend(const QColor &front, const QColor &ground, double share);
/** The one of the theme's text and window colours that reads better on `ground` (slices, heat-map cells). */
QColor inkOn(const QColor &ground);

} // namespace sdk
} // namespace jitscope
