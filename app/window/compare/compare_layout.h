#pragma once

class QMainWindow;
class QSplitter;

namespace loupe {

class ComparisonTabs;
class ComparisonView;
class PairByteMap;
class PairHeader;
class StatusChips;

/// The layout of a comparison's window: header and verdict, pairs next to their details, and the byte map. Saves the
/// user's changes in the settings.
class CompareLayout {
public:
    /// All must outlive this object.
    struct Parts {
        QMainWindow& window;
        PairHeader& header;
        StatusChips& chips;
        ComparisonView& view;
        ComparisonTabs& tabs;
        PairByteMap& map;
    };

    /// The window owns all placed widgets.
    explicit CompareLayout(const Parts& parts);

    /// Makes room for all files, if possible, the first time they are known.
    void fitMap();
    void restore();
    void save() const;

private:
    Parts m_parts;
    QSplitter* m_split;
    QSplitter* m_rows; ///< m_split above the byte map
    bool m_isMapFitted = false; ///< the map's height was set
};

} // namespace loupe
