// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sdk/theme.h"

#include "app/sdk/stylesheet.h"
#include "app/sdk/themedstyle.h"
#include "engine/ops/opdef.h"

#include <QApplication>
#include <QFontDatabase>
#include <QPalette>
#include <QPointer>
#include <QWidget>

#include <cmath>
#include <optional>

namespace jitscope {
inline namespace sdk {

namespace {

struct FontChoice {
    QString uiFamily, codeFamily;
    double pixelSize = 0;
};

FontChoice &fontChoice() {
    static FontChoice choice;
    return choice;
}

Theme &themeInUse() {
    static Theme theme = Theme::dark();
    return theme;
}

/** Without these a Chinese text falls to whatever font the system finds first, often a Japanese one. */
QStringList chineseFamilies() {
    return {QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Source Han Sans SC"), QStringLiteral("PingFang SC"),
            QStringLiteral("Microsoft YaHei"), QStringLiteral("WenQuanYi Micro Hei")};
}

QString firstInstalled(const QStringList &families, const QString &otherwise) {
    for (const QString &family : families)
        if (QFontDatabase::hasFamily(family)) return family;
    return otherwise;
}

/** Pixels at 96 dpi, so that the text follows the system's font scale. */
double pointsOf(double pixels) {
    return pixels * 72.0 / 96.0;
}

double textPixels() {
    return fontChoice().pixelSize > 0 ? fontChoice().pixelSize : 12.5;
}

QFont fontOf(const QString &family, double pixels) {
    QFont font;
    font.setFamilies(QStringList{family} + chineseFamilies());
    font.setPointSizeF(pointsOf(pixels));
    return font;
}

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &colour) {
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

QPalette paletteOf(const Theme &theme) {
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.panel);
    palette.setColor(QPalette::AlternateBase, theme.raised);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::Button, theme.raised);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::ToolTipBase, theme.raised);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.text3);
    palette.setColor(QPalette::Highlight, theme.selection);
    palette.setColor(QPalette::HighlightedText, theme.text);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.fused);
    palette.setColor(QPalette::Light, theme.raised);
    palette.setColor(QPalette::Midlight, theme.track);
    palette.setColor(QPalette::Mid, theme.line);
    palette.setColor(QPalette::Dark, theme.line);
    palette.setColor(QPalette::Shadow, theme.isDark ? QColor(Qt::black) : theme.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, blend(theme.text3, theme.panel, 0.6));
    return palette;
}

} // namespace

QColor Theme::category(OpCategory category) const {
    switch (category) {
    case OpCategory::MatMul:
        return matmul;
    case OpCategory::ElementWise:
        return elementWise;
    case OpCategory::Normalisation:
        return normalisation;
    case OpCategory::Reduction:
        return reduction;
    case OpCategory::DataMovement:
        return dataMovement;
    case OpCategory::Creation:
        return parameter;
    case OpCategory::Other:
        return text3;
    }
    return text3;
}

// Colours of one palette stay apart for every eye: tests/app/tst_colourvision.cpp says which and how far.
Theme Theme::dark() {
    Theme theme;
    theme.name = QStringLiteral("dark");
    theme.isDark = true;
    theme.window = QColor(0x13151a);
    theme.panel = QColor(0x1a1d23);
    theme.raised = QColor(0x22262e);
    theme.track = QColor(0x2b303a);
    theme.line = QColor(0x323843);
    theme.text = QColor(0xe7eaf0);
    theme.text2 = QColor(0xa9b2c1);
    theme.text3 = QColor(0x8b96aa);
    theme.accent = QColor(0x4c9aff);
    theme.selection = QColor(0x1d3557);
    theme.onAccent = QColor(0x0b1220);
    theme.currentOp = QColor(0xffb224);
    theme.breakpoint = QColor(0xf56665);
    theme.added = QColor(0x1bc09a);
    theme.removed = QColor(0xfd7e72);
    theme.changed = QColor(0xe2b53e);
    theme.fused = QColor(0xb494f5);
    theme.nan = QColor(0xfb5ad3);
    theme.matmul = QColor(0x6d9ef9);
    theme.elementWise = QColor(0x35ccb5);
    theme.normalisation = QColor(0x9eca7d);
    theme.reduction = QColor(0xf7ac2e);
    theme.dataMovement = QColor(0x9392a9);
    theme.parameter = QColor(0xd3aef2);
    theme.good = QColor(0x1bc09a);
    theme.warning = QColor(0xffb224);
    theme.error = QColor(0xfd7e72);
    return theme;
}

Theme Theme::light() {
    Theme theme;
    theme.name = QStringLiteral("light");
    theme.isDark = false;
    theme.window = QColor(0xeceef2);
    theme.panel = QColor(0xffffff);
    theme.raised = QColor(0xf4f5f8);
    theme.track = QColor(0xe6e9ef);
    theme.line = QColor(0xd5dae3);
    theme.text = QColor(0x1a1f2b);
    theme.text2 = QColor(0x4d5768);
    theme.text3 = QColor(0x626c7f);
    theme.accent = QColor(0x0b66d8);
    theme.selection = QColor(0xdbeafe);
    theme.onAccent = QColor(0xffffff);
    theme.currentOp = QColor(0xa1630e);
    theme.breakpoint = QColor(0xe62e37);
    theme.added = QColor(0x15796f);
    theme.removed = QColor(0xaa230b);
    theme.changed = QColor(0x946e38);
    theme.fused = QColor(0x6e3cc1);
    theme.nan = QColor(0xb21d87);
    theme.matmul = QColor(0x467fcd);
    theme.elementWise = QColor(0x19746e);
    theme.normalisation = QColor(0x626c32);
    theme.reduction = QColor(0xb67703);
    theme.dataMovement = QColor(0x91799a);
    theme.parameter = QColor(0x734be1);
    theme.good = QColor(0x15796f);
    theme.warning = QColor(0x976d30);
    theme.error = QColor(0xaa230b);
    return theme;
}

Theme Theme::highContrast() {
    Theme theme;
    theme.name = QStringLiteral("high-contrast");
    theme.isDark = true;
    theme.window = QColor(Qt::black);
    theme.panel = QColor(Qt::black);
    theme.raised = QColor(0x101010);
    theme.track = QColor(0x202020);
    theme.line = QColor(0x9a9a9a);
    theme.text = QColor(0xffffff);
    theme.text2 = QColor(0xf0f0f0);
    theme.text3 = QColor(0xd8d8d8);
    theme.accent = QColor(0x5cc8ff);
    theme.selection = QColor(0x003a6b);
    theme.onAccent = QColor(Qt::black);
    theme.currentOp = QColor(0xffd400);
    theme.breakpoint = QColor(0xfc716e);
    theme.added = QColor(0x52fcd8);
    theme.removed = QColor(0xf79a90);
    theme.changed = QColor(0xf7df73);
    theme.fused = QColor(0xd8b6e3);
    theme.nan = QColor(0xf883ca);
    theme.matmul = QColor(0xafe7fb);
    theme.elementWise = QColor(0x58ebbd);
    theme.normalisation = QColor(0xd9f083);
    theme.reduction = QColor(0xf1be7c);
    theme.dataMovement = QColor(0xa3bcc3);
    theme.parameter = QColor(0xd6b6fd);
    theme.good = QColor(0x52fcd8);
    theme.warning = QColor(0xffd400);
    theme.error = QColor(0xf79a90);
    return theme;
}

Theme Theme::named(const QString &name) {
    for (const Theme &theme : {light(), highContrast()})
        if (theme.name == name) return theme;
    return dark();
}

namespace {

struct Fonts {
    QFont ui, code;
    bool operator==(const Fonts &) const = default;
};

struct OwnFont {
    QPointer<QWidget> widget;
    QFont font; ///< the new one
};

/** Widgets with a font of their own (code, headings, small texts) do not follow the application's: they get the new
    families, and the new size in the proportion that they had. */
QList<OwnFont> ownFonts(const Fonts &before, const Fonts &now) {
    QList<OwnFont> fonts;
    if (before == now) return fonts;
    for (QWidget *widget : QApplication::allWidgets()) {
        if (!widget->testAttribute(Qt::WA_SetFont)) continue;
        QFont font = widget->font();
        const bool isCode = font.families() == before.code.families();
        if (!isCode && font.families() != before.ui.families()) continue;
        font.setPointSizeF(font.pointSizeF() / before.ui.pointSizeF() * now.ui.pointSizeF());
        font.setFamilies((isCode ? now.code : now.ui).families());
        fonts.append({widget, font});
    }
    return fonts;
}

/** Another sheet over one that is there lets Qt (6.4) polish every widget once for each widget around it. From none to
    one it goes over all of them once, so that both ways together take a quarter of the time. */
void applyStyleSheet(const QString &sheet) {
    if (!qApp->styleSheet().isEmpty()) qApp->setStyleSheet({});
    qApp->setStyleSheet(sheet);
}

} // namespace

const Theme &currentTheme() {
    return themeInUse();
}

void applyTheme(const Theme &theme) {
    themeInUse() = theme;
    // The application owns the style; one is enough for all themes, as it reads the palette.
    static QStyle *const style = [] {
        QStyle *made = new ThemedStyle;
        QApplication::setStyle(made);
        return made;
    }();
    Q_UNUSED(style)
    static std::optional<Fonts> applied;
    const Fonts now{uiFont(), codeFont()};
    const QString sheet = styleSheetOf(theme);
    if (applied == now && qApp->styleSheet() == sheet) return; // another language, say
    // Read before anybody is told: some widgets then set their own, and a style sheet brings old ones back.
    const QList<OwnFont> own = applied ? ownFonts(*applied, now) : QList<OwnFont>();
    applied = now;
    QApplication::setFont(uiFont());
    QApplication::setPalette(paletteOf(theme));
    applyStyleSheet(sheet);
    for (const OwnFont &each : own)
        if (each.widget) each.widget->setFont(each.font);
}

void setFontChoice(const QString &uiFamily, const QString &codeFamily, double pixelSize) {
    fontChoice() = {uiFamily, codeFamily, pixelSize};
}

QFont uiFont() {
    const QString &chosen = fontChoice().uiFamily;
    static const QString byDefault =
        firstInstalled({QStringLiteral("Inter")}, QFontDatabase::systemFont(QFontDatabase::GeneralFont).family());
    return fontOf(chosen.isEmpty() ? byDefault : chosen, textPixels());
}

QFont boldUiFont() {
    QFont font = uiFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont smallUiFont() {
    QFont font = uiFont();
    font.setPointSizeF(font.pointSizeF() * 0.88);
    return font;
}

QFont codeFont() {
    const QString &chosen = fontChoice().codeFamily;
    static const QString byDefault =
        firstInstalled({QStringLiteral("JetBrains Mono NL"), QStringLiteral("JetBrains Mono")},
                       QFontDatabase::systemFont(QFontDatabase::FixedFont).family());
    QFont font = fontOf(chosen.isEmpty() ? byDefault : chosen, textPixels());
    font.setStyleHint(QFont::Monospace);
    // Ligatures would show "->" and "!=" as signs that are not in the text.
    font.setStyleStrategy(QFont::PreferNoShaping);
    return font;
}

double contrast(const QColor &a, const QColor &b) {
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QColor blend(const QColor &front, const QColor &ground, double share) {
    const auto mix = [share](double a, double b) { return float(a * share + b * (1 - share)); };
    return QColor::fromRgbF(mix(front.redF(), ground.redF()), mix(front.greenF(), ground.greenF()),
                            mix(front.blueF(), ground.blueF()));
}

QColor inkOn(const QColor &ground) {
    const Theme &theme = currentTheme();
    const QColor bright = theme.isDark ? theme.text : theme.panel;
    const QColor dark = theme.isDark ? theme.window : theme.text;
    return contrast(bright, ground) >= contrast(dark, ground) ? bright : dark;
}

} // namespace sdk
} // namespace jitscope
