// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/guide/guidebrowser.h"

#include "app/sdk/theme.h"

#include <QApplication>
#include <QEvent>
#include <QImageReader>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextFrame>
#include <QTextTable>

#include <algorithm>
#include <array>

namespace jitscope {
inline namespace guide {

namespace {

constexpr int pageMargin = 2 * metrics::grid;
constexpr int fitDelayMs = 60;
constexpr std::array<double, 4> headingScale = {1, 1.75, 1.35, 1.12};
constexpr int lineHeightPercent = 135;

struct Range {
    int begin, length;
    QTextCharFormat format;
};

void merge(QTextDocument &document, const QList<Range> &ranges) {
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    for (const Range &range : ranges) {
        cursor.setPosition(range.begin);
        cursor.setPosition(range.begin + range.length, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(range.format);
    }
    cursor.endEditBlock();
}

/** Every run of one format, as (begin, length, format). */
QList<Range> fragmentsOf(const QTextDocument &document) {
    QList<Range> fragments;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto each = block.begin(); !each.atEnd(); ++each)
            fragments.append({each.fragment().position(), each.fragment().length(), each.fragment().charFormat()});
    return fragments;
}

/** "pictures/graph.png?w=470": the width is in the name, so that a picture of another width is another picture. */
QString pictureName(const QString &name, int width) {
    return name.section(QLatin1Char('?'), 0, 0) + QStringLiteral("?w=") + QString::number(width);
}

} // namespace

GuideBrowser::GuideBrowser(QWidget *parent)
    : QTextBrowser(parent) {
    setObjectName(QStringLiteral("guideText"));
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setUndoRedoEnabled(false);
    m_fitTimer.setSingleShot(true);
    m_fitTimer.setInterval(fitDelayMs);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { m_isAtPlace = false; });
    connect(&m_fitTimer, &QTimer::timeout, this, &GuideBrowser::fitPictures);
    connect(this, &QTextBrowser::anchorClicked, this, [this](const QUrl &url) {
        const GuidePlace target = GuideBook::current().target(m_place.page, url.toString());
        if (!target.page.isEmpty()) Q_EMIT linkChosen(target);
    });
}

void GuideBrowser::setPlace(const GuidePlace &place) {
    if (!GuideBook::current().has(place)) return;
    const bool isOtherPage = place.page != m_place.page || !m_page;
    m_place = place;
    m_page = GuideBook::current().page(place.page);
    if (isOtherPage) render();
    scrollToPlace();
}

void GuideBrowser::scrollToPlace() {
    m_isAtPlace = true;
    if (m_place.anchor.isEmpty()) {
        verticalScrollBar()->setValue(0);
    } else {
        scrollToAnchor(m_place.anchor);
    }
}

void GuideBrowser::mark(const QStringList &words) {
    QList<ExtraSelection> marks;
    const Theme &theme = currentTheme();
    for (const QString &word : words) {
        QTextCursor at(document());
        while (!(at = document()->find(word, at)).isNull()) {
            ExtraSelection mark;
            mark.cursor = at;
            mark.format.setBackground(blend(theme.currentOp, theme.panel, 0.35));
            marks.append(mark);
        }
    }
    setExtraSelections(marks);
}

void GuideBrowser::render() {
    document()->setDefaultFont(uiFont());
    document()->setDocumentMargin(pageMargin);
    document()->setMarkdown(m_page->markdown, QTextDocument::MarkdownDialectGitHub);
    setAccessibleName(m_page->title());
    dressBlocks();
    dressText();
    dressTables();
    fitPictures();
    moveCursor(QTextCursor::Start);
}

void GuideBrowser::dressBlocks() {
    QTextCursor cursor(document());
    int heading = 0;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat format = block.blockFormat();
        const int level = format.headingLevel();
        const bool isInTable = QTextCursor(block).currentTable() != nullptr;
        const bool isPicture = block.text().contains(QChar::ObjectReplacementCharacter);
        format.setLineHeight(isPicture ? 100 : lineHeightPercent, QTextBlockFormat::ProportionalHeight);
        format.setTopMargin(level > 1 ? 2 * metrics::grid : isInTable ? 1 : 0);
        format.setBottomMargin(isInTable ? 1 : metrics::grid);
        cursor.setPosition(block.position());
        cursor.setBlockFormat(format);
        if (level < 1 || level > 3 || heading >= m_page->sections.size()) continue;
        QTextCharFormat text;
        text.setFontPointSize(uiFont().pointSizeF() * headingScale[size_t(level)]);
        text.setFontWeight(QFont::DemiBold);
        text.setForeground(currentTheme().text);
        text.clearProperty(QTextFormat::FontSizeAdjustment);
        cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(text);
        // The document's own Markdown reader makes no places to jump to of headings.
        QTextCharFormat anchor;
        anchor.setAnchor(true);
        anchor.setAnchorNames({m_page->sections[heading++].anchor});
        cursor.setPosition(block.position());
        cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
        cursor.mergeCharFormat(anchor);
    }
}

void GuideBrowser::dressText() {
    const Theme &theme = currentTheme();
    QList<Range> changes;
    for (const Range &each : fragmentsOf(*document())) {
        QTextCharFormat format;
        if (each.format.isAnchor() && !each.format.anchorHref().isEmpty()) {
            format.setForeground(theme.accent);
            format.setFontUnderline(true);
        } else if (each.format.fontFixedPitch()) {
            format.setFontFamilies(codeFont().families());
            format.setFontPointSize(codeFont().pointSizeF() * 0.95);
            format.setBackground(theme.track);
        } else {
            continue;
        }
        changes.append({each.begin, each.length, format});
    }
    merge(*document(), changes);
}

void GuideBrowser::dressTables() {
    QList<QTextFrame *> frames = document()->rootFrame()->childFrames();
    for (QTextFrame *frame : frames) {
        auto *table = qobject_cast<QTextTable *>(frame);
        if (!table) continue;
        QTextTableFormat format = table->format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderBrush(currentTheme().line);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setCellPadding(5);
        format.setCellSpacing(0);
        format.setTopMargin(4);
        format.setBottomMargin(metrics::grid + 4);
        format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
        table->setFormat(format);
        for (int column = 0; column < table->columns(); ++column) {
            QTextTableCell cell = table->cellAt(0, column);
            QTextCharFormat head = cell.format();
            head.setBackground(currentTheme().raised);
            cell.setFormat(head);
        }
    }
}

int GuideBrowser::pictureRoom() const {
    return std::max(80, viewport()->width() - 2 * pageMargin - 4);
}

void GuideBrowser::fitPictures() {
    if (!m_page) return;
    m_fitted = pictureRoom();
    QList<Range> changes;
    for (const Range &each : fragmentsOf(*document())) {
        if (!each.format.isImageFormat()) continue;
        QTextImageFormat picture = each.format.toImageFormat();
        const QString file = m_page->folder + picture.name().section(QLatin1Char('?'), 0, 0);
        const QSize full = QImageReader(file).size(); // reads its head only
        if (full.isEmpty()) continue;
        const int width = std::min(full.width(), m_fitted);
        picture.setName(pictureName(picture.name(), width));
        picture.setWidth(width);
        picture.setHeight(double(full.height()) * width / full.width());
        changes.append({each.begin, each.length, picture});
    }
    merge(*document(), changes);
    // Pictures of another size move what stands below them.
    if (m_isAtPlace) scrollToPlace();
}

/** Asked for when a picture is painted first, so that a page of many opens at once. */
QVariant GuideBrowser::loadResource(int type, const QUrl &name) {
    if (type != QTextDocument::ImageResource || !m_page) return {};
    const QString text = name.toString();
    QImage picture(m_page->folder + text.section(QLatin1Char('?'), 0, 0));
    const int width = text.section(QStringLiteral("?w="), 1).toInt();
    if (picture.isNull() || width <= 0) return picture;
    const qreal scale = devicePixelRatioF();
    QImage fitted = picture.scaledToWidth(int(width * scale), Qt::SmoothTransformation);
    fitted.setDevicePixelRatio(scale);
    return fitted;
}

void GuideBrowser::resizeEvent(QResizeEvent *event) {
    QTextBrowser::resizeEvent(event);
    if (pictureRoom() != m_fitted) m_fitTimer.start();
}

void GuideBrowser::changeEvent(QEvent *event) {
    QTextBrowser::changeEvent(event);
    const bool isOther = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
                         event->type() == QEvent::LanguageChange;
    if (!isOther || !m_page) return;
    m_page = GuideBook::current().page(m_place.page);
    const int place = verticalScrollBar()->value();
    render();
    verticalScrollBar()->setValue(place);
}

} // namespace guide
} // namespace jitscope

#include "moc_guidebrowser.cpp"
