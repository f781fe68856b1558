#pragma once

class QMainWindow;
class QSplitter;

namespace loupe {

class ComparisonTabs;
class ComparisonView;
class PairByteMap;
class PairHeader;
class StatusChips;

/// Where the views of a comparison's window stand: what is compared and how it comes out, pairs and their details side
/// by side, the byte map. Keeps what a person has made of it in the settings.
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

    /// The window owns all that it places.
    explicit CompareLayout(const Parts& parts);

    /// Room for all files, as far as there is some, the first time that they are known.
    void fitMap();
    void restore();
    void save() const;

private:
    Parts m_parts;
    QSplitter* m_split;
    QSplitter* m_rows; ///< beneath m_split the map
    bool m_isMapFitted = false; ///< the map has a height of its own
};

} // namespace loupe
