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

/// The tensors that a quantized weight is stored in, with their roles, dtypes, shapes and places, below what a scan has
/// found about them. Hidden where there are none.
class PartsPanel : public QScrollArea {
    Q_OBJECT

public:
    explicit PartsPanel(QWidget* parent = nullptr);

    void setTensor(const std::shared_ptr<const Checkpoint>& checkpoint, std::optional<std::uint32_t> tensor);
    /// About the tensor; from then on, until another one is set.
    void setFindings(const std::vector<Finding>& findings);

signals:
    /// The first byte of a part.
    void placeChosen(std::uint32_t file, std::uint64_t offset);

protected:
    /// Watches the page that it is on.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A finding with what shows it.
    struct FindingRow {
        Finding finding;
        QWidget* words = nullptr;
        QWidget* place = nullptr; ///< leads to its byte; null if it has none
    };
    QWidget* makeGrid(const QuantizedGroups::Group& group);
    FindingRow makeRow(const Finding& finding);
    void fit();

    QWidget* m_findings = nullptr; ///< a row for each; while there is a tensor
    std::vector<FindingRow> m_findingRows; ///< on it
    int m_rows = 0;
    std::vector<QWidget*> m_places; ///< in tool tips, too: these are hidden where there is no room
    int m_wholeWidth = 0; ///< with them
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
};

} // namespace loupe
