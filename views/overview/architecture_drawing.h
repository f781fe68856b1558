#pragma once

#include "items/session/overview_facts.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// A drawing of a model with one stack of blocks: the embedding, a block with its heads and its feed-forward part or
/// experts, the number of blocks, the last norm and the head. Clicking a part leads to its tensors.
class ArchitectureDrawing : public QWidget {
    Q_OBJECT

public:
    explicit ArchitectureDrawing(const OverviewFacts& facts, QWidget* parent = nullptr);

    /// Whether enough is known about the model.
    static bool isFor(const OverviewFacts& facts);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

signals:
    void groupChosen(loupe::NameTree::NodeId group);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Kind : std::uint8_t { Embedding, Blocks, Mixer, FeedForward, Norm, Head };
    struct Part {
        Kind kind = Kind::Embedding;
        QString title = {};
        QString detail = {}; ///< below the title, if there is room
        QString shortDetail = {}; ///< used if `detail` does not fit
        QString sentence = {}; ///< everything known about the part
        std::optional<NameTree::NodeId> group = {};
        QRect place = {};
    };

    void addParts(const OverviewFacts::ArchitectureGroups& groups);
    void addMixer(std::optional<NameTree::NodeId> group);
    void addFeedForward(std::optional<NameTree::NodeId> group);
    void add(Part part);
    bool isStacked(int width) const;
    int boxHeight() const;
    void layOut();
    Part* find(Kind kind);
    std::optional<std::size_t> partAt(QPoint point) const;
    void setCurrent(std::optional<std::size_t> part);
    void choose(std::size_t part);
    void paintPart(QPainter& painter, const Part& part, bool isCurrent) const;
    void paintArrows(QPainter& painter) const;

    std::shared_ptr<const ModelReport> m_model;
    std::vector<Part> m_parts; ///< in the order of the data flow
    std::optional<std::size_t> m_current; ///< index of m_parts
};

} // namespace loupe
