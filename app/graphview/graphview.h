// SPDX-License-Identifier: GPL-3.0-or-later
// A laid-out graph to look at: pan, zoom, search, select, walk along the edges.
#pragma once

#include "app/graphview/graphpainter.h"

#include <QGraphicsView>
#include <QVariantAnimation>
#include <memory>

class QRubberBand;

namespace jitscope {
inline namespace graphview {

class Minimap;
class SearchBar;
class ViewCaption;

class GraphView : public QGraphicsView {
    Q_OBJECT
public:
    explicit GraphView(QWidget *parent = nullptr);
    ~GraphView() override;

    enum class Camera : uint8_t {
        Fit,   ///< all of it, but not larger than 100 %
        Keep,  ///< zoom and place as they are
        Anchor ///< the card or hull of `anchor`, else the one selected or hovered, stays where it is on the screen
    };
    void setPicture(GraphPicture picture, Camera camera = Camera::Fit, const std::string &anchor = {}) {
        setPainter(GraphPainter(std::move(picture)), camera, anchor);
    }
    void setPainter(GraphPainter painter, Camera camera = Camera::Fit, const std::string &anchor = {}) {
        setPainter(std::make_shared<GraphPainter>(std::move(painter)), camera, anchor);
    }
    /** One that others may keep, to be shown again. */
    void setPainter(std::shared_ptr<GraphPainter> painter, Camera camera = Camera::Fit, const std::string &anchor = {});
    /** Each shows what the other one showed, with what is selected there; both on one layout, so nothing else moves. */
    void exchangePictures(GraphView &other);
    const GraphPainter &painterOf() const { return *m_painter; }
    const DisplayGraph &graph() const { return m_painter->graph(); }

    enum class Scroll : uint8_t { ToFirst, Never };
    /** Selects these cards without telling anyone; scrolls to the first if it is not in view. */
    void setSelectedCards(std::vector<int> cards, Scroll scroll = Scroll::ToFirst);
    const std::vector<int> &selectedCards() const { return m_highlight.selected; }
    enum class Choosing : uint8_t {
        One,
        Several, ///< Ctrl+click, a frame drawn with Shift, Shift+arrows; Ctrl+Space keeps a card while others are
                 ///< chosen
    };
    void setChoosing(Choosing choosing);
    /** The cards of the operator that is looked at and of the one that comes next; -1 for none. */
    void setCurrentCards(int current, int next);
    /** Cards that have just come swell for a moment, unless motion is not wanted. */
    void pulse(std::vector<int> cards);
    /** Changes what is written on the cards of the present picture. */
    void restyle(const std::function<void(DisplayGraph &)> &change);
    /** Lines in the corner: what is shown, what marks mean. */
    void setCaption(const QStringList &lines);
    QStringList caption() const;
    /** Empty without a caption. */
    QRect captionArea() const;

    double zoom() const { return transform().m11(); }
    void setZoom(double zoom, QPointF fixedViewPoint);
    /** All of it, with no card under the caption. */
    void fit();
    /** Begins with one card in the middle, large enough to be read; as fit(), until the user moves. */
    void fitCard(int card);
    void zoomToSelection();
    /** By one step, about the middle. */
    void zoomIn();
    void zoomOut();
    /** Shows `area` (layout coordinates) with a margin, but not larger than 100 %. */
    void zoomTo(QRectF area);
    void centreOn(QPointF point);
    void reveal(int card);
    /** The part of the layout that is in view. */
    QRectF visibleArea() const;
    /** Takes zoom and place of another view, which must have the same bounds. */
    void followCamera(const GraphView &other);

    /** See graphsearch.h. Cards that do not match fade. */
    void setSearch(const QString &query);
    void openSearch();
    /** The next (+1) or previous (-1) match is selected and brought into view. */
    void goToMatch(int step);

Q_SIGNALS:
    /** The user chose a card with the mouse or the keyboard. */
    void cardChosen(int card);
    /** Several at once; the one that keys go on from is the last. */
    void cardsChosen(const std::vector<int> &cards);
    /** Double-click or Enter on a card that can be expanded, or on the title of an expanded one: its key. */
    void toggled(const QString &key);
    /** The same with Ctrl held: with all that is in it. */
    void subtreeToggled(const QString &key);
    void cameraChanged();
    /** The menu of a card, or of an edge between two, is asked for at that place of the screen. */
    void cardMenuWanted(int card, const QPoint &place);
    void edgeMenuWanted(int from, int to, const QPoint &place);
    /** The menu of the graph as a whole. */
    void graphMenuWanted(const QPoint &place);

protected:
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    void updateSceneRect();
    void cameraMoved();
    void choose(int card);
    /** Without those that were kept. */
    void chooseAlone(int card);
    void chooseTogether(std::vector<int> cards, int cursor);
    void toggleChosen(int card);
    void toggleKept();
    void drawFrame(const QPoint &to);
    void chooseFramed();
    int cursorCard() const;
    int stepFrom(int card, int key) const;
    void walk(const QKeyEvent &event);
    bool isMarked(int card) const;
    bool isChosen(int card) const;
    std::vector<int> chosenCards() const;
    QString toolTipOf(int card) const;
    std::optional<QRectF> placeOf(const std::string &key) const;
    bool toggleByKey(int key);
    void stopFitting() { m_isFitted = false; }
    void fitAgain();
    void fitInto(const QRect &room);
    bool isUnderCaption(int card) const;
    bool isAnyUnderCaption() const;

    std::shared_ptr<GraphPainter> m_painter = std::make_shared<GraphPainter>();
    GraphHighlight m_highlight;
    Minimap *m_minimap;
    SearchBar *m_search;
    ViewCaption *m_caption = nullptr;
    QVariantAnimation m_pulse;
    QRubberBand *m_frame;
    Choosing m_choosing = Choosing::One;
    int m_cursor = -1;         ///< of the chosen cards the one that keys go on from
    std::vector<int> m_chosen; ///< here, of all that is marked
    std::vector<int> m_kept;   ///< stay chosen whatever keys choose next
    QPoint m_pressed, m_panFrom;
    bool m_isPanning = false;
    bool m_isFitted = true; ///< follows resizing until the user moves
    int m_fittedCard = -1;  ///< what it is fitted to; -1: all
    int m_match = -1;
};

} // namespace graphview
} // namespace jitscope
