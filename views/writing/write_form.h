#pragma once

#include "items/writing/writing_preview.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace loupe {

class CastRows;
class TallArea;

/// What of writing a form offers to choose.
struct WriteChoices {
    std::vector<OutputFormat> formats; ///< at least one
    QString path; ///< proposed; its suffix selects the format
    bool several = false; ///< more tensors than one: each may get a file of its own
    bool quantized = false; ///< some are quantized weights, which can be written as plain values
    bool keepShards = false; ///< at first, tensors stay in the shards that they are in
};

/// Where to write, as what, in how many files, and what becomes of the dtypes. The path's suffix and the format follow
/// each other.
class WriteForm : public QWidget {
    Q_OBJECT

public:
    explicit WriteForm(const WriteChoices& choices, QWidget* parent = nullptr);

    /// Puts a row above the others, beneath those that were put there before.
    void addAbove(const QString& label, QWidget* widget);
    /// Another path to write to, unless a person has chosen one, or the format.
    void propose(const QString& path);
    /// Fills in all but the recipe and `keepsFirst`.
    void fillIn(WritingRequest& request) const;
    /// Text cannot be.
    bool verifies() const;
    /// Why the request makes no sense; empty where it does.
    QString error() const { return m_error; }
    /// The dtypes there are, each with what may become of it.
    void showTypes(const std::vector<WritingPreview::Share>& dtypes);
    /// Quantized weights are written as plain values of this dtype; nothing: as they are stored.
    std::optional<DType> dequantizedTo() const;
    /// No dtype is cast or omitted, no weight is dequantized, and no shared tensor is dropped.
    bool keepsTensorsAsTheyAre() const;
    /// How many tensors can be omitted because their storage is another's; without any, that is not offered.
    void showShared(quint64 tensors);
    CastRows& casts() { return *m_casts; }
    /// In their order, for the key Tab.
    std::vector<QWidget*> controls() const;

signals:
    void changed();
    /// Likewise, and dequantizedTo() is another.
    void dequantizingChanged();
    /// controls() are others.
    void controlsChanged();

private:
    void layOut();
    int rowHeight() const;
    void giveTypesRoom(std::size_t types);
    OutputFormat format() const;
    void followPath();
    void followFormat();
    void followKind();
    void readShards();
    void browse();

    std::vector<OutputFormat> m_formats;
    bool m_several;
    QGridLayout* m_grid;
    int m_rowsAbove = 0;
    bool m_isPathChosen = false; ///< by a person
    QLineEdit* m_path;
    QPushButton* m_browse;
    QComboBox* m_format;
    QCheckBox* m_each;
    QComboBox* m_shards;
    QCheckBox* m_dequantize;
    QComboBox* m_plainType; ///< of dequantized weights
    CastRows* m_casts;
    QLabel* m_typesLabel;
    TallArea* m_types; ///< the rows of casts; hidden where there are none
    QCheckBox* m_dropShared;
    QCheckBox* m_verify;
    bool m_wantsVerified = true; ///< where that is possible
    bool m_forcedEach = false; ///< by a format that holds one tensor
    QString m_asNow; ///< the text for shards that stay as they are; empty where that is not offered
    std::uint64_t m_shardSize = 0;
    bool m_keepsShards = false;
    QString m_error;
};

} // namespace loupe
