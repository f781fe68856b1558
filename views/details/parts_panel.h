#pragma once

#include "core/checkpoint.h"
#include "core/finding.h"
#include "core/quantized_groups.h"

#include <QScrollArea>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QGridLayout;

namespace loupe {

/// The tensors that store a quantized weight, with their roles, dtypes, shapes and offsets, below the findings of a
/// scan about them. Hidden if there are none.
class PartsPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit PartsPanel(QWidget* parent = nullptr);

    void setTensor(const std::shared_ptr<const Checkpoint>& checkpoint, std::optional<std::uint32_t> tensor);
    /// Findings about the current tensor; reset by setTensor().
    void setFindings(const std::vector<Finding>& findings);

signals:
    /// The first byte of a part; `offset` counts from the first byte of the file.
    void placeChosen(std::uint32_t file, std::uint64_t offset);

protected:
    /// Watches the page that contains the panel.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A finding and its widgets.
    struct FindingRow {
        Finding finding;
        QWidget* words = nullptr;
        QWidget* place = nullptr; ///< link to its byte; null if it has none
    };
    QWidget* makeGrid(const QuantizedGroups::Group& group);
    FindingRow makeRow(const Finding& finding);
    void fit();

    QWidget* m_findings = nullptr; ///< one row per finding; null without a tensor
    std::vector<FindingRow> m_findingRows; ///< the rows of m_findings
    int m_rows = 0;
    std::vector<QWidget*> m_places; ///< offsets, also in the tooltips; hidden if there is no room
    int m_wholeWidth = 0; ///< width including m_places, in pixels
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
};

} // namespace loupe
